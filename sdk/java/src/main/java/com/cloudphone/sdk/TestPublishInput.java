// Generated from the OpenAPI document by `npm run sdks`. Do not edit.
package com.cloudphone.sdk;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a request of TestPublish says. */
public final class TestPublishInput {
  final Map<String, Object> body = new LinkedHashMap<>();

  /**
   * @param member Your id for the customer
   */
  public TestPublishInput(String member) {
    body.put("act", "publish");
    body.put("member", member);
  }

  /** default: A notice of a test. */
  public TestPublishInput title(String value) {
    body.put("title", value);
    return this;
  }

  /** default: Published by a test.. */
  public TestPublishInput text(String value) {
    body.put("text", value);
    return this;
  }

  /** The language of the notice; one of en, zh, zh-Hant, vi; default: en. */
  public TestPublishInput locale(String value) {
    body.put("locale", value);
    return this;
  }
}
