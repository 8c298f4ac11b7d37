// Generated from the OpenAPI document by `npm run sdks`. Do not edit.
package com.cloudphone.sdk;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a request of ReplayMessage says. */
public final class ReplayMessageInput {
  final Map<String, Object> body = new LinkedHashMap<>();

  /**
   * @param id The id of a message, also its webhook-id
   */
  public ReplayMessageInput(String id) {
    body.put("act", "replay");
    body.put("id", id);
  }
}
