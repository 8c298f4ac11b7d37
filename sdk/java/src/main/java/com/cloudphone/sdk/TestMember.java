// Generated from the OpenAPI document by `npm run sdks`. Do not edit.
package com.cloudphone.sdk;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a request of TestMember says. */
public final class TestMember {
  final Map<String, Object> body = new LinkedHashMap<>();

  /**
   * @param password To sign in as this member and to confirm withdrawals
   */
  public TestMember(String password) {
    body.put("password", password);
  }

  /** The balance in fen; default: 0. */
  public TestMember balance(Long value) {
    body.put("balance", value);
    return this;
  }
}
