// Generated from the OpenAPI document by `npm run sdks`. Do not edit.
package com.cloudphone.sdk;

import java.util.List;
import java.util.Map;

/**
 * @param member Your id for the customer
 * @param linked Whether the customer is linked to an account
 * @param requestId Tell us this id when you ask about the request
 */
public record UnlinkMemberResult(String member, boolean linked, String requestId) {
  static UnlinkMemberResult from(Map<String, Object> data) {
    return new UnlinkMemberResult(
        (String) data.get("member"),
        (Boolean) data.get("linked"),
        (String) data.get("requestId"));
  }
}
