// Generated from the OpenAPI document by `npm run sdks`. Do not edit.
package com.cloudphone.sdk;

import java.util.List;
import java.util.Map;

/**
 * @param items
 * @param requestId Tell us this id when you ask about the request
 * @param next Your id for the customer
 */
public record ListMembersResult(List<LinkedMember> items, String requestId, String next) {
  static ListMembersResult from(Map<String, Object> data) {
    return new ListMembersResult(
        Json.list(data.get("items")).stream().map(one -> LinkedMember.from(Json.object(one))).toList(),
        (String) data.get("requestId"),
        (String) data.get("next"));
  }
}
