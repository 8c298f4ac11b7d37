// Generated from the OpenAPI document by `npm run sdks`. Do not edit.
package com.cloudphone.sdk;

import java.util.List;
import java.util.Map;

/**
 * @param member Your id for the customer
 * @param requestId Tell us this id when you ask about the request
 * @param number The number of the withdrawal or work order
 */
public record TestAnswerResult(String member, String requestId, String number) {
  static TestAnswerResult from(Map<String, Object> data) {
    return new TestAnswerResult(
        (String) data.get("member"),
        (String) data.get("requestId"),
        (String) data.get("number"));
  }
}
