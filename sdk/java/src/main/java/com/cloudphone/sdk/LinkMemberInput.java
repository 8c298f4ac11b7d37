// Generated from the OpenAPI document by `npm run sdks`. Do not edit.
package com.cloudphone.sdk;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a request of LinkMember says. */
public final class LinkMemberInput {
  final Map<String, Object> body = new LinkedHashMap<>();

  /**
   * @param member Your id for the customer
   * @param origin The exact origin of the page: https://shop.example
   */
  public LinkMemberInput(String member, String origin) {
    body.put("act", "link");
    body.put("member", member);
    body.put("origin", origin);
  }

  /** Where the customer returns after giving consent, on one of your origins; default: <origin>/cp/connected. */
  public LinkMemberInput returnTo(String value) {
    body.put("returnTo", value);
    return this;
  }
}
