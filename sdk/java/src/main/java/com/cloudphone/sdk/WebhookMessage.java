package com.cloudphone.sdk;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Base64;
import java.util.Map;
import java.util.TreeMap;

/**
 * A message of Cloudphone's to your server.
 *
 * @param id the webhook-id: the same when a message is sent again
 * @param type one of {@code Cloudphone.EVENTS}
 * @param timestamp ISO 8601
 * @param data ids and states; {@code member} is your id for the customer
 */
public record WebhookMessage(String id, String type, String timestamp, Map<String, Object> data) {
  /** A request that is not from Cloudphone, or too old. Answer it with 400. */
  public static final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1;

    Refused(String message) {
      super(message);
    }
  }

  /**
   * The message in a request to your server, verified according to standardwebhooks. Answer with a 2xx when you have stored it. The same
   * id may arrive again.
   *
   * @param secret whsec_…, as the console showed it
   * @param headers of the request, in any case
   * @param body exactly as it arrived
   * @throws Refused it is not from Cloudphone, or too old
   */
  public static WebhookMessage verify(String secret, Map<String, String> headers, String body) {
    check(secret, headers, body, Instant.now());
    Map<String, Object> message = Json.object(Json.parse(body));
    return new WebhookMessage(
        sorted(headers).get("webhook-id"),
        (String) message.get("type"),
        (String) message.get("timestamp"),
        Json.object(message.get("data")));
  }

  private static Map<String, String> sorted(Map<String, String> headers) {
    Map<String, String> given = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    given.putAll(headers);
    return given;
  }

  static void check(String secret, Map<String, String> headers, String body, Instant now) {
    Map<String, String> given = sorted(headers);
    String timestamp = given.getOrDefault("webhook-timestamp", "");
    if (!timestamp.matches("\\d{1,12}") || Math.abs(now.getEpochSecond() - Long.parseLong(timestamp)) > 300)
      throw new Refused("webhook-timestamp is missing, or too old");
    byte[] key = Base64.getDecoder().decode(secret.replaceFirst("^whsec_", ""));
    byte[] made = Cloudphone.hmac(key, given.get("webhook-id") + "." + timestamp + "." + body);
    byte[] right = ("v1," + Base64.getEncoder().encodeToString(made)).getBytes(StandardCharsets.UTF_8);
    // While a secret is exchanged for another, a message is signed with both.
    for (String one : given.getOrDefault("webhook-signature", "").split(" "))
      if (MessageDigest.isEqual(one.getBytes(StandardCharsets.UTF_8), right)) return;
    throw new Refused("webhook-signature is not from Cloudphone");
  }
}
