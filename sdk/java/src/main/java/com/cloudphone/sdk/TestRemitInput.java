// Generated from the OpenAPI document by `npm run sdks`. Do not edit.
package com.cloudphone.sdk;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a request of TestRemit says. */
public final class TestRemitInput {
  final Map<String, Object> body = new LinkedHashMap<>();

  /**
   * @param member Your id for the customer
   * @param number The number of the withdrawal or work order
   */
  public TestRemitInput(String member, String number) {
    body.put("act", "remit");
    body.put("member", member);
    body.put("number", number);
  }
}
