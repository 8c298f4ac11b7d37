// Generated from the OpenAPI document by `npm run sdks`. Do not edit.
package com.cloudphone.sdk;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a request of TestPay says. */
public final class TestPayInput {
  final Map<String, Object> body = new LinkedHashMap<>();

  /**
   * @param member Your id for the customer
   * @param orderNo The number of the order
   */
  public TestPayInput(String member, String orderNo) {
    body.put("act", "pay");
    body.put("member", member);
    body.put("orderNo", orderNo);
  }
}
