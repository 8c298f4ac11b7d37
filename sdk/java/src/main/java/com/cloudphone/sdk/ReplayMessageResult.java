// Generated from the OpenAPI document by `npm run sdks`. Do not edit.
package com.cloudphone.sdk;

import java.util.List;
import java.util.Map;

/**
 * @param id The id of a message, also its webhook-id
 * @param requestId Tell us this id when you ask about the request
 */
public record ReplayMessageResult(String id, String requestId) {
  static ReplayMessageResult from(Map<String, Object> data) {
    return new ReplayMessageResult(
        (String) data.get("id"),
        (String) data.get("requestId"));
  }
}
