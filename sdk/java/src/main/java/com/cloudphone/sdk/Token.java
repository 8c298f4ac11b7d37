// Generated from the OpenAPI document by `npm run sdks`. Do not edit.
package com.cloudphone.sdk;

import java.util.List;
import java.util.Map;

/**
 * @param token For the page that asked; begins with et_
 * @param expiresIn Lifetime in seconds
 * @param subject Identifies the member to your page; the same for every token of the customer
 * @param requestId Tell us this id when you ask about the request
 * @param test Of a gateway in test mode
 */
public record Token(String token, long expiresIn, String subject, String requestId, Boolean test) {
  static Token from(Map<String, Object> data) {
    return new Token(
        (String) data.get("token"),
        (Long) data.get("expiresIn"),
        (String) data.get("subject"),
        (String) data.get("requestId"),
        (Boolean) data.get("test"));
  }
}
