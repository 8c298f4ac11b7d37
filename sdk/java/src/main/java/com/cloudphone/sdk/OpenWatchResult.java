// Generated from the OpenAPI document by `npm run sdks`. Do not edit.
package com.cloudphone.sdk;

import java.util.List;
import java.util.Map;

/**
 * @param member Your id for the customer
 * @param id The id of the question
 * @param url For the `src` of an iframe
 * @param until When the watching ends: ISO 8601
 * @param requestId Tell us this id when you ask about the request
 */
public record OpenWatchResult(String member, String id, String url, String until, String requestId) {
  static OpenWatchResult from(Map<String, Object> data) {
    return new OpenWatchResult(
        (String) data.get("member"),
        (String) data.get("id"),
        (String) data.get("url"),
        (String) data.get("until"),
        (String) data.get("requestId"));
  }
}
