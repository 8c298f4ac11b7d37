// Generated from the OpenAPI document by `npm run sdks`. Do not edit.
package com.cloudphone.sdk;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a request of ConnectMember says. */
public final class ConnectMemberInput {
  final Map<String, Object> body = new LinkedHashMap<>();

  /**
   * @param member Your id for the customer whose session the browser has; never from the URL
   * @param code The parameter cloudphone_code of your return address
   */
  public ConnectMemberInput(String member, String code) {
    body.put("act", "connect");
    body.put("member", member);
    body.put("code", code);
  }
}
