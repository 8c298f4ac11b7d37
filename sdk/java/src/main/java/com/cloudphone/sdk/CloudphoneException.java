package com.cloudphone.sdk;

import java.time.Duration;
import java.util.Map;

/** Cloudphone refused a request, or did not answer. Pass {@link #status} and {@link #body} on to your page as they are: the embed handles them. */
public final class CloudphoneException extends RuntimeException {
  private static final long serialVersionUID = 1;
  private final int status;
  private final String body;
  private final transient Map<String, Object> answer;
  private final Duration retryAfter;

  CloudphoneException(int status, String body, Map<String, Object> answer, Duration retryAfter, Throwable cause) {
    super(answer.get("error") + ": " + answer.get("message"), cause);
    this.status = status;
    this.body = body;
    this.answer = answer;
    this.retryAfter = retryAfter;
  }

  static CloudphoneException unreachable(Throwable cause) {
    Map<String, Object> answer = Map.of("error", "unreachable", "message", String.valueOf(cause.getMessage()));
    return new CloudphoneException(0, Json.write(answer), answer, null, cause);
  }

  /** The HTTP status; 0 if there was no answer. */
  public int status() {
    return status;
  }

  /** JSON, as the gateway answered it. */
  public String body() {
    return body;
  }

  /** {@code member_not_linked}, {@code signature_wrong}, …; {@code unreachable} if there was no answer. */
  public String error() {
    return (String) answer.get("error");
  }

  /** Our page of consent, with {@code member_not_linked} and {@code member_exists}; or null. */
  public String connectUrl() {
    return (String) answer.get("connectUrl");
  }

  /** Tell us this id when you ask about the request; or null. */
  public String requestId() {
    return (String) answer.get("requestId");
  }

  /** The time to wait before the next request, if the gateway named one; or null. */
  public Duration retryAfter() {
    return retryAfter;
  }
}
