// Generated from the OpenAPI document by `npm run sdks`. Do not edit.
package com.cloudphone.sdk;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a request of TestAdvance says. */
public final class TestAdvanceInput {
  final Map<String, Object> body = new LinkedHashMap<>();

  /**
   * @param member Your id for the customer
   * @param days
   */
  public TestAdvanceInput(String member, long days) {
    body.put("act", "advance");
    body.put("member", member);
    body.put("days", days);
  }
}
