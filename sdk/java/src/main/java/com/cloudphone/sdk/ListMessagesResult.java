// Generated from the OpenAPI document by `npm run sdks`. Do not edit.
package com.cloudphone.sdk;

import java.util.List;
import java.util.Map;

/**
 * @param items
 * @param requestId Tell us this id when you ask about the request
 * @param next The id of a message, also its webhook-id
 */
public record ListMessagesResult(List<DeliveredMessage> items, String requestId, String next) {
  static ListMessagesResult from(Map<String, Object> data) {
    return new ListMessagesResult(
        Json.list(data.get("items")).stream().map(one -> DeliveredMessage.from(Json.object(one))).toList(),
        (String) data.get("requestId"),
        (String) data.get("next"));
  }
}
