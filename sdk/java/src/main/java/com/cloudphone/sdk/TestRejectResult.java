// Generated from the OpenAPI document by `npm run sdks`. Do not edit.
package com.cloudphone.sdk;

import java.util.List;
import java.util.Map;

/**
 * @param member Your id for the customer
 * @param requestId Tell us this id when you ask about the request
 * @param number The number of the withdrawal or work order
 * @param state The new state of the withdrawal
 */
public record TestRejectResult(String member, String requestId, String number, String state) {
  static TestRejectResult from(Map<String, Object> data) {
    return new TestRejectResult(
        (String) data.get("member"),
        (String) data.get("requestId"),
        (String) data.get("number"),
        (String) data.get("state"));
  }
}
