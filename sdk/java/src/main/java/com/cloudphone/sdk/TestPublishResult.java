// Generated from the OpenAPI document by `npm run sdks`. Do not edit.
package com.cloudphone.sdk;

import java.util.List;
import java.util.Map;

/**
 * @param member Your id for the customer
 * @param requestId Tell us this id when you ask about the request
 * @param id The id of the notice
 */
public record TestPublishResult(String member, String requestId, String id) {
  static TestPublishResult from(Map<String, Object> data) {
    return new TestPublishResult(
        (String) data.get("member"),
        (String) data.get("requestId"),
        (String) data.get("id"));
  }
}
