package com.cloudphone.sdk;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;

/** Runs against a gateway in test mode, which the environment names (test/server/support/sdks.ts of the project). No test library is needed. */
final class GatewayTest {
  private interface Test {
    void run() throws Exception;
  }

  private static final String failing = System.getenv("CLOUDPHONE_FAILING");
  private static final String origin = System.getenv("CLOUDPHONE_ORIGIN");
  private static final String customer = "java \"quoted\" \\ 顾客 " + UUID.randomUUID();
  private static final Map<String, Test> tests = new LinkedHashMap<>();

  private static Cloudphone client(String gateway) {
    String secret = System.getenv("CLOUDPHONE_SECRET");
    return new Cloudphone(gateway, System.getenv("CLOUDPHONE_PARTNER"), secret).sleeper(time -> {});
  }

  private static Cloudphone client() {
    return client(System.getenv("CLOUDPHONE_GATEWAY"));
  }

  private static String ask(String path, String body) throws Exception {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(failing + path));
    if (body != null) request.POST(HttpRequest.BodyPublishers.ofString(body));
    return HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString()).body();
  }

  private static void plan(Integer... failures) throws Exception {
    ask("/plan", Json.write(List.of(failures)));
  }

  private static List<Object> seen() throws Exception {
    return Json.list(Json.parse(ask("/seen", null)));
  }

  private static Set<Object> seen(String name) throws Exception {
    Set<Object> values = new HashSet<>();
    for (Object one : seen()) values.add(Json.object(one).get(name));
    return values;
  }

  private static void same(Object expected, Object actual) {
    if (!Objects.equals(expected, actual)) throw new AssertionError("expected " + expected + ", not " + actual);
  }

  private static CloudphoneException refused(Runnable work) {
    try {
      work.run();
    } catch (CloudphoneException error) {
      return error;
    }
    throw new AssertionError("was not refused");
  }

  private static Map<String, Object> vectors() throws Exception {
    return Json.object(Json.parse(Files.readString(Path.of(System.getenv("CLOUDPHONE_VECTORS")))));
  }

  private static void signatures() {
    tests.put("signs as the gateway expects", () -> {
      Map<String, Object> one = Json.object(vectors().get("signature"));
      String made = Cloudphone.sign((String) one.get("secret"), (String) one.get("timestamp"), (String) one.get("nonce"), (String) one.get("body"));
      same(one.get("signature"), made);
    });
    tests.put("takes webhooks of Cloudphone only", () -> {
      for (Object each : Json.list(vectors().get("webhooks"))) {
        Map<String, Object> one = Json.object(each);
        Map<String, String> headers = Map.of(
            "Webhook-Id", (String) one.get("id"),
            "Webhook-Timestamp", (String) one.get("timestamp"),
            "Webhook-Signature", (String) one.get("signature"));
        boolean valid = true;
        try {
          WebhookMessage.check((String) one.get("secret"), headers, (String) one.get("body"), Instant.ofEpochSecond((Long) one.get("now")));
        } catch (WebhookMessage.Refused error) {
          valid = false;
        }
        if (!one.get("valid").equals(valid)) throw new AssertionError(one.get("title"));
      }
    });
    tests.put("reads a message", () -> {
      String now = String.valueOf(Instant.now().getEpochSecond());
      String body = "{\"type\":\"order.paid\",\"timestamp\":\"x\",\"data\":{\"member\":\"顾客\"}}";
      byte[] made = Cloudphone.hmac(Base64.getDecoder().decode("AAAA"), "msg_1." + now + "." + body);
      String signature = "v1," + Base64.getEncoder().encodeToString(made);
      Map<String, String> headers = Map.of("webhook-id", "msg_1", "webhook-timestamp", now, "webhook-signature", signature);
      WebhookMessage message = WebhookMessage.verify("whsec_AAAA", headers, body);
      same("顾客", message.data().get("member"));
      same("msg_1", message.id());
    });
    tests.put("reads and writes JSON", () -> {
      String text = "{\"a\":[1,-2.5,true,null,\"\\u987e\\n\\\"\\\\\"],\"b\":{}}";
      Map<String, Object> read = Json.object(Json.parse(text));
      List<Object> expected = new ArrayList<>(List.of(1L, -2.5, true, "顾\n\"\\"));
      expected.add(3, null);
      same(expected, read.get("a"));
      same(read, Json.parse(Json.write(read)));
      for (String wrong : List.of("", "{", "[1", "{\"a\"}", "1 2", "\"\\x\"", "nul")) {
        try {
          Json.parse(wrong);
        } catch (IllegalArgumentException error) {
          continue;
        }
        throw new AssertionError(wrong);
      }
    });
  }

  private static void gateway() {
    tests.put("creates a member of test mode", () -> {
      CreateMemberInput input = new CreateMemberInput(customer, UUID.randomUUID() + "@example.com", origin)
          .test(new TestMember("try-it-out-9").balance(500_000L));
      CreateMemberResult made = client().createMember(input);
      same(List.of(true, true, customer), List.of(made.created(), made.linked(), made.member()));
      same(true, made.account() != null);
    });
    tests.put("a token has all scopes by default", () -> {
      Token token = client().mintToken(new MintTokenInput(customer, "wallet", origin));
      same(List.of(300L, true), List.of(token.expiresIn(), token.test()));
      Files.writeString(Path.of(System.getenv("CLOUDPHONE_TOKENS")), token.token() + "\n", StandardOpenOption.APPEND);
      same(3, Cloudphone.SCOPES.get("wallet").size());
      MintTokenInput fewer = new MintTokenInput(customer, "wallet", origin).scopes(List.of("chat:read"));
      same("scope_not_allowed", refused(() -> client().mintToken(fewer)).error());
    });
    tests.put("a refusal is passed on", () -> {
      CloudphoneException error = refused(() -> client().mintToken(new MintTokenInput("nobody", "wallet", origin)));
      same(List.of(403, "member_not_linked"), List.of(error.status(), error.error()));
      same(true, error.connectUrl().contains("/connectPartner?request="));
      same(true, error.body().contains(error.requestId()));
    });
    tests.put("lists links, a page at a time", () -> {
      List<String> members = new ArrayList<>();
      String from = null;
      do {
        ListMembersInput input = new ListMembersInput().pageSize(1L);
        ListMembersResult page = client().listMembers(from == null ? input : input.from(from));
        page.items().forEach(one -> members.add(one.member()));
        from = page.next();
      } while (from != null);
      same(true, members.contains(customer));
      same(true, client().linkMember(new LinkMemberInput(customer, origin)).linked());
      same("code_refused", refused(() -> client().connectMember(new ConnectMemberInput(customer, "not a code"))).error());
    });
    tests.put("an act takes effect once for each key", () -> {
      String key = UUID.randomUUID().toString();
      TestPublishInput input = new TestPublishInput(customer).title("Once");
      String first = client().testPublish(input, key).id();
      same(first, client().testPublish(input, key).id());
      same(false, first.equals(client().testPublish(input).id()));
      TestPublishInput other = new TestPublishInput(customer).title("Other");
      same("idempotency_key_reused", refused(() -> client().testPublish(other, key)).error());
    });
  }

  private static void failures() {
    tests.put("tries again with the same key and another nonce", () -> {
      plan(503, 0);
      same("member_not_linked", refused(() -> client(failing).testPublish(new TestPublishInput("nobody").title("Later"))).error());
      same(List.of(3, 1, 3), List.of(seen().size(), seen("key").size(), seen("nonce").size()));
      same(false, seen("key").contains(""));
    });
    tests.put("gives up after two more attempts", () -> {
      plan(503, 502, 500, 500);
      same(500, refused(() -> client(failing).listMembers(new ListMembersInput())).status());
      same(3, seen().size());
    });
    tests.put("does not repeat a refusal, and does not wait a minute", () -> {
      plan();
      refused(() -> client(failing).mintToken(new MintTokenInput("nobody", "wallet", origin)));
      same(1, seen().size());
      plan(429);
      CloudphoneException error = refused(() -> client(failing).listMessages(new ListMessagesInput()));
      same(List.of(429, Duration.ofMinutes(1), 1), List.of(error.status(), error.retryAfter(), seen().size()));
    });
    tests.put("says that nobody answers", () ->
        same(List.of(0, "unreachable"), List.of(
            refused(() -> client("http://127.0.0.1:9").retries(1).listMembers(new ListMembersInput())).status(),
            refused(() -> client("http://127.0.0.1:9").retries(0).listMembers(new ListMembersInput())).error())));
  }

  public static void main(String[] args) throws Exception {
    signatures();
    gateway();
    failures();
    for (Map.Entry<String, Test> one : tests.entrySet())
      try {
        one.getValue().run();
      } catch (Throwable error) {
        System.out.println("FAIL " + one.getKey());
        throw error;
      }
    System.out.println(tests.size() + " tests");
    System.exit(0);
  }
}
