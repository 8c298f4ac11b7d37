// Generated from the OpenAPI document by `npm run sdks`. Do not edit.
package com.cloudphone.sdk;

import java.util.List;
import java.util.Map;

/**
 * @param member Your id for the customer
 * @param requestId Tell us this id when you ask about the request
 * @param orderNo The number of the order
 * @param paid Whether the order took the money; otherwise the balance did
 */
public record TestPayResult(String member, String requestId, String orderNo, boolean paid) {
  static TestPayResult from(Map<String, Object> data) {
    return new TestPayResult(
        (String) data.get("member"),
        (String) data.get("requestId"),
        (String) data.get("orderNo"),
        (Boolean) data.get("paid"));
  }
}
