// Generated from the OpenAPI document by `npm run sdks`. Do not edit.
package com.cloudphone.sdk;

import java.util.List;
import java.util.Map;

/**
 * @param member Your id for the customer
 * @param requestId Tell us this id when you ask about the request
 * @param days The days that passed
 * @param rents Daily rents that were paid, one for each machine order and day
 * @param expired Unpaid orders that expired
 */
public record TestAdvanceResult(String member, String requestId, long days, long rents, long expired) {
  static TestAdvanceResult from(Map<String, Object> data) {
    return new TestAdvanceResult(
        (String) data.get("member"),
        (String) data.get("requestId"),
        (Long) data.get("days"),
        (Long) data.get("rents"),
        (Long) data.get("expired"));
  }
}
