// Generated from the OpenAPI document by `npm run sdks`. Do not edit.
package com.cloudphone.sdk;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a request of TestReject says. */
public final class TestRejectInput {
  final Map<String, Object> body = new LinkedHashMap<>();

  /**
   * @param member Your id for the customer
   * @param number The number of the withdrawal or work order
   */
  public TestRejectInput(String member, String number) {
    body.put("act", "reject");
    body.put("member", member);
    body.put("number", number);
  }

  /** default: Rejected by a test. */
  public TestRejectInput reason(String value) {
    body.put("reason", value);
    return this;
  }
}
