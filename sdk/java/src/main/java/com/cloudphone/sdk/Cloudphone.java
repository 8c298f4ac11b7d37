package com.cloudphone.sdk;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** The client for a partner's server. It is safe to share between threads. */
public final class Cloudphone extends Operations {
  /** Waits between attempts. */
  @FunctionalInterface
  public interface Sleeper {
    void sleep(Duration time) throws InterruptedException;
  }

  private final String origin;
  private final String partner;
  private final String secret;
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(Duration.ofSeconds(10)).build();
  private Duration timeout = Duration.ofSeconds(10);
  private int retries = 2;
  private Duration longestWait = Duration.ofSeconds(5);
  private Sleeper sleeper = time -> Thread.sleep(time.toMillis());

  /**
   * @param gateway https://embed.cloudphone.example
   * @param partner your public id, p_…
   * @param secret of one of your keys; never in a page
   */
  public Cloudphone(String gateway, String partner, String secret) {
    URI address = URI.create(gateway);
    if (address.getHost() == null) throw new IllegalArgumentException("gateway must be an address: " + gateway);
    this.origin = address.getScheme() + "://" + address.getAuthority();
    this.partner = partner;
    this.secret = secret;
  }

  /** The time of one attempt; 10 seconds by default. */
  public Cloudphone timeout(Duration value) {
    timeout = value;
    return this;
  }

  /** Attempts after the first one, when there was no answer or the status was 429 or 5xx; 2 by default. */
  public Cloudphone retries(int value) {
    retries = value;
    return this;
  }

  /** The longest Retry-After to wait for; a longer one is thrown at once. 5 seconds by default. */
  public Cloudphone longestWait(Duration value) {
    longestWait = value;
    return this;
  }

  /** For tests. */
  public Cloudphone sleeper(Sleeper value) {
    sleeper = value;
    return this;
  }

  /** The value of X-Signature: hex HMAC-SHA256 of {@code timestamp.nonce.body}. */
  public static String sign(String secret, String timestamp, String nonce, String body) {
    return HexFormat.of().formatHex(hmac(secret.getBytes(StandardCharsets.UTF_8), timestamp + "." + nonce + "." + body));
  }

  static byte[] hmac(byte[] key, String text) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException error) {
      throw new IllegalStateException(error); // every Java has it
    }
  }

  @Override
  Map<String, Object> call(String path, Map<String, Object> body, String idempotencyKey) {
    String text = Json.write(body);
    for (int tried = 0; ; tried++) {
      try {
        return attempt(path, text, idempotencyKey);
      } catch (CloudphoneException error) {
        int status = error.status();
        boolean passes = status == 0 || status == 429 || status >= 500 || "request_in_progress".equals(error.error());
        Duration wait = error.retryAfter();
        if (!passes || tried >= retries || wait != null && wait.compareTo(longestWait) > 0) throw error;
        // Full jitter: servers that failed together do not return together.
        if (wait == null) wait = Duration.ofMillis(ThreadLocalRandom.current().nextLong((500L << tried) + 1));
        try {
          sleeper.sleep(wait);
        } catch (InterruptedException interrupted) {
          Thread.currentThread().interrupt();
          throw error;
        }
      }
    }
  }

  private Map<String, Object> attempt(String path, String body, String idempotencyKey) {
    String timestamp = String.valueOf(System.currentTimeMillis());
    String nonce = UUID.randomUUID().toString();
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(origin + "/embed/v1/" + path))
        .timeout(timeout)
        .header("content-type", "application/json")
        .header("x-partner-id", partner)
        .header("x-timestamp", timestamp)
        .header("x-nonce", nonce)
        .header("x-signature", sign(secret, timestamp, nonce, body))
        .POST(HttpRequest.BodyPublishers.ofString(body));
    if (idempotencyKey != null) request.header("idempotency-key", idempotencyKey);
    HttpResponse<String> response;
    try {
      response = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    } catch (IOException error) {
      throw CloudphoneException.unreachable(error);
    } catch (InterruptedException error) {
      Thread.currentThread().interrupt();
      throw CloudphoneException.unreachable(error);
    }
    Map<String, Object> answer = read(response.body());
    int status = response.statusCode();
    if (status == 200 && Long.valueOf(0).equals(answer.get("code"))) return Json.object(answer.get("data"));
    String text = response.body();
    if (!(answer.get("error") instanceof String)) {
      answer = Map.of("code", (long) status, "error", "api_error", "message", "The gateway answered " + status + " without a reason");
      text = Json.write(answer);
    }
    Duration after = response.headers().firstValue("retry-after").filter(one -> one.matches("\\d{1,6}"))
        .map(one -> Duration.ofSeconds(Long.parseLong(one))).orElse(null);
    throw new CloudphoneException(status, text, answer, after, null);
  }

  private static Map<String, Object> read(String text) {
    try {
      return Json.parse(text) instanceof Map<?, ?> map ? Json.object(map) : Map.of();
    } catch (IllegalArgumentException error) {
      return Map.of();
    }
  }
}
