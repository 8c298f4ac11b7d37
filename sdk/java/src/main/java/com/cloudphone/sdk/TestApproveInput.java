// Generated from the OpenAPI document by `npm run sdks`. Do not edit.
package com.cloudphone.sdk;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a request of TestApprove says. */
public final class TestApproveInput {
  final Map<String, Object> body = new LinkedHashMap<>();

  /**
   * @param member Your id for the customer
   * @param number The number of the withdrawal or work order
   */
  public TestApproveInput(String member, String number) {
    body.put("act", "approve");
    body.put("member", member);
    body.put("number", number);
  }
}
