// Generated from the OpenAPI document by `npm run sdks`. Do not edit.
package com.cloudphone.sdk;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a request of ListMessages says. */
public final class ListMessagesInput {
  final Map<String, Object> body = new LinkedHashMap<>();

  /**
   * Nothing is required.
   */
  public ListMessagesInput() {
    body.put("act", "list");
  }

  /** The id of a message, also its webhook-id. */
  public ListMessagesInput from(String value) {
    body.put("from", value);
    return this;
  }

  /** Entries to return; default: 50. */
  public ListMessagesInput pageSize(Long value) {
    body.put("pageSize", value);
    return this;
  }
}
