// Generated from the OpenAPI document by `npm run sdks`. Do not edit.
package com.cloudphone.sdk;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a request of GetWatch says. */
public final class GetWatchInput {
  final Map<String, Object> body = new LinkedHashMap<>();

  /**
   * @param member Your id for the customer
   * @param id The id of the question
   */
  public GetWatchInput(String member, String id) {
    body.put("act", "get");
    body.put("member", member);
    body.put("id", id);
  }
}
