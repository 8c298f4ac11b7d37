// Generated from the OpenAPI document by `npm run sdks`. Do not edit.
package com.cloudphone.sdk;

import java.util.List;
import java.util.Map;

/**
 * @param member Your id for the customer
 * @param requestId Tell us this id when you ask about the request
 * @param orderNo The number of the order
 */
public record TestRefundResult(String member, String requestId, String orderNo) {
  static TestRefundResult from(Map<String, Object> data) {
    return new TestRefundResult(
        (String) data.get("member"),
        (String) data.get("requestId"),
        (String) data.get("orderNo"));
  }
}
