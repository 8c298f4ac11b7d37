// Generated from the OpenAPI document by `npm run sdks`. Do not edit.
package com.cloudphone.sdk;

import java.util.List;
import java.util.Map;

/**
 * @param member Your id for the customer
 * @param linked Whether the customer is linked to an account
 * @param created Whether this request created the account
 * @param requestId Tell us this id when you ask about the request
 * @param account The user name of a member made with `test`
 */
public record CreateMemberResult(String member, boolean linked, boolean created, String requestId, String account) {
  static CreateMemberResult from(Map<String, Object> data) {
    return new CreateMemberResult(
        (String) data.get("member"),
        (Boolean) data.get("linked"),
        (Boolean) data.get("created"),
        (String) data.get("requestId"),
        (String) data.get("account"));
  }
}
