// Generated from the OpenAPI document by `npm run sdks`. Do not edit.
package com.cloudphone.sdk;

import java.util.List;
import java.util.Map;

/**
 * @param member Your id for the customer
 * @param linked Whether the customer is linked to an account
 * @param requestId Tell us this id when you ask about the request
 * @param connectUrl Our page on which the customer gives consent; valid for 30 minutes
 */
public record LinkMemberResult(String member, boolean linked, String requestId, String connectUrl) {
  static LinkMemberResult from(Map<String, Object> data) {
    return new LinkMemberResult(
        (String) data.get("member"),
        (Boolean) data.get("linked"),
        (String) data.get("requestId"),
        (String) data.get("connectUrl"));
  }
}
