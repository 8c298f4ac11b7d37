// Generated from the OpenAPI document by `npm run sdks`. Do not edit.
package com.cloudphone.sdk;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a request of TestUnlink says. */
public final class TestUnlinkInput {
  final Map<String, Object> body = new LinkedHashMap<>();

  /**
   * @param member Your id for the customer
   */
  public TestUnlinkInput(String member) {
    body.put("act", "unlink");
    body.put("member", member);
  }
}
