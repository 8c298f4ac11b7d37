// Generated from the OpenAPI document by `npm run sdks`. Do not edit.
package com.cloudphone.sdk;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a request of MintToken says. */
public final class MintTokenInput {
  final Map<String, Object> body = new LinkedHashMap<>();

  /**
   * @param member Your id for the customer
   * @param feature The feature that the page shows
   * @param origin The exact origin of the page: https://shop.example
   */
  public MintTokenInput(String member, String feature, String origin) {
    body.put("scopes", "all");
    body.put("member", member);
    body.put("feature", feature);
    body.put("origin", origin);
  }

  /** `all` (the default), or scopes of the feature. */
  public MintTokenInput scopes(List<String> value) {
    body.put("scopes", value);
    return this;
  }

  /** Where the customer returns after giving consent, on one of your origins; default: <origin>/cp/connected. */
  public MintTokenInput returnTo(String value) {
    body.put("returnTo", value);
    return this;
  }

  /** Lifetime in seconds; default: 300. */
  public MintTokenInput ttl(Long value) {
    body.put("ttl", value);
    return this;
  }
}
