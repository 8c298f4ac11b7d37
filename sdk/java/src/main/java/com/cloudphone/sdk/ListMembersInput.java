// Generated from the OpenAPI document by `npm run sdks`. Do not edit.
package com.cloudphone.sdk;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a request of ListMembers says. */
public final class ListMembersInput {
  final Map<String, Object> body = new LinkedHashMap<>();

  /**
   * Nothing is required.
   */
  public ListMembersInput() {
    body.put("act", "list");
  }

  /** Your id for the customer. */
  public ListMembersInput from(String value) {
    body.put("from", value);
    return this;
  }

  /** Entries to return; default: 50. */
  public ListMembersInput pageSize(Long value) {
    body.put("pageSize", value);
    return this;
  }
}
