// Generated from the OpenAPI document by `npm run sdks`. Do not edit.
package com.cloudphone.sdk;

import java.util.List;
import java.util.Map;

/**
 * @param id The id of a message, also its webhook-id
 * @param type
 * @param body As it is sent: type, timestamp, data
 * @param attempts
 * @param deliveredAt ISO 8601; absent until a 2xx
 * @param lastResult The HTTP status of the last attempt, or the reason why there was none
 */
public record DeliveredMessage(String id, String type, Map<String, Object> body, long attempts, String deliveredAt, String lastResult) {
  static DeliveredMessage from(Map<String, Object> data) {
    return new DeliveredMessage(
        (String) data.get("id"),
        (String) data.get("type"),
        Json.object(data.get("body")),
        (Long) data.get("attempts"),
        (String) data.get("deliveredAt"),
        (String) data.get("lastResult"));
  }
}
