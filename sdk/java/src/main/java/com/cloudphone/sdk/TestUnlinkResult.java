// Generated from the OpenAPI document by `npm run sdks`. Do not edit.
package com.cloudphone.sdk;

import java.util.List;
import java.util.Map;

/**
 * @param member Your id for the customer
 * @param requestId Tell us this id when you ask about the request
 * @param linked Whether the customer is linked to an account
 */
public record TestUnlinkResult(String member, String requestId, boolean linked) {
  static TestUnlinkResult from(Map<String, Object> data) {
    return new TestUnlinkResult(
        (String) data.get("member"),
        (String) data.get("requestId"),
        (Boolean) data.get("linked"));
  }
}
