// Generated from the OpenAPI document by `npm run sdks`. Do not edit.
package com.cloudphone.sdk;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a request of TestRefund says. */
public final class TestRefundInput {
  final Map<String, Object> body = new LinkedHashMap<>();

  /**
   * @param member Your id for the customer
   * @param orderNo The number of the order
   */
  public TestRefundInput(String member, String orderNo) {
    body.put("act", "refund");
    body.put("member", member);
    body.put("orderNo", orderNo);
  }
}
