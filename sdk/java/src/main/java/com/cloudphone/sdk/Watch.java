// Generated from the OpenAPI document by `npm run sdks`. Do not edit.
package com.cloudphone.sdk;

import java.util.List;
import java.util.Map;

/**
 * @param member Your id for the customer
 * @param id The id of the question
 * @param state asked: not answered yet. declined or expired: no. allowed: you may open it. watching: a page shows it. ended: it is over; one of asked, declined, expired, allowed, watching, ended
 * @param until When it ends by itself, or has ended: ISO 8601
 * @param requestId Tell us this id when you ask about the request
 */
public record Watch(String member, String id, String state, String until, String requestId) {
  static Watch from(Map<String, Object> data) {
    return new Watch(
        (String) data.get("member"),
        (String) data.get("id"),
        (String) data.get("state"),
        (String) data.get("until"),
        (String) data.get("requestId"));
  }
}
