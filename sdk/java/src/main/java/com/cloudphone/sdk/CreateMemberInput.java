// Generated from the OpenAPI document by `npm run sdks`. Do not edit.
package com.cloudphone.sdk;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a request of CreateMember says. */
public final class CreateMemberInput {
  final Map<String, Object> body = new LinkedHashMap<>();

  /**
   * @param member Your id for the customer
   * @param contact The email address or phone number (+44…) of the customer. We write to it
   * @param origin The exact origin of the page: https://shop.example
   */
  public CreateMemberInput(String member, String contact, String origin) {
    body.put("act", "create");
    body.put("member", member);
    body.put("contact", contact);
    body.put("origin", origin);
  }

  /** The language of our message to the contact; one of en, zh, zh-Hant, vi; default: en. */
  public CreateMemberInput locale(String value) {
    body.put("locale", value);
    return this;
  }

  /** Optional. */
  public CreateMemberInput test(TestMember value) {
    body.put("test", value.body);
    return this;
  }

  /** Where the customer returns after giving consent, on one of your origins; default: <origin>/cp/connected. */
  public CreateMemberInput returnTo(String value) {
    body.put("returnTo", value);
    return this;
  }
}
