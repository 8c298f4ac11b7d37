// Generated from the OpenAPI document by `npm run sdks`. Do not edit.
package com.cloudphone.sdk;

import java.util.List;
import java.util.Map;

/**
 * @param member Your id for the customer
 * @param since ISO 8601
 */
public record LinkedMember(String member, String since) {
  static LinkedMember from(Map<String, Object> data) {
    return new LinkedMember(
        (String) data.get("member"),
        (String) data.get("since"));
  }
}
