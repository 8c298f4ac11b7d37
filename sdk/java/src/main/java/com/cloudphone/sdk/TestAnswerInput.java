// Generated from the OpenAPI document by `npm run sdks`. Do not edit.
package com.cloudphone.sdk;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a request of TestAnswer says. */
public final class TestAnswerInput {
  final Map<String, Object> body = new LinkedHashMap<>();

  /**
   * @param member Your id for the customer
   * @param number The number of the withdrawal or work order
   */
  public TestAnswerInput(String member, String number) {
    body.put("act", "answer");
    body.put("member", member);
    body.put("number", number);
  }

  /** default: Answered by a test.. */
  public TestAnswerInput text(String value) {
    body.put("text", value);
    return this;
  }
}
