// Generated from the OpenAPI document by `npm run sdks`. Do not edit.
package com.cloudphone.sdk;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a request of AskToWatch says. */
public final class AskToWatchInput {
  final Map<String, Object> body = new LinkedHashMap<>();

  /**
   * @param member Your id for the customer
   * @param phone The id of the cloud phone: `id` in the path of its screen, as in cp-routechange
   * @param person The name of the support person, for the customer
   * @param reason Why, for the customer
   * @param origin The exact origin of your support page
   */
  public AskToWatchInput(String member, String phone, String person, String reason, String origin) {
    body.put("act", "ask");
    body.put("member", member);
    body.put("phone", phone);
    body.put("person", person);
    body.put("reason", reason);
    body.put("origin", origin);
  }

  /** For how long, counted from the answer; default: 10. */
  public AskToWatchInput minutes(Long value) {
    body.put("minutes", value);
    return this;
  }
}
