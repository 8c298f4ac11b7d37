import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HexFormat;
import java.util.UUID;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Tokens for customers of yours, with Java 17 and no library. */
public class Mint {
  record Account(String gateway, String partner, String secret) {}

  /**
   * Your endpoint /cp/embed-token, after it has checked that the request is from your own page and who is signed in. With status 200 answer your
   * page what is in `data` (it needs `token`, `expiresIn` and `subject`); otherwise hand status and body on as they are.
   */
  static HttpResponse<String> mint(Account account, String member, String feature, String origin) throws Exception {
    return call(account, "tokens", "{\"member\":" + quoted(member) + ",\"feature\":" + quoted(feature) + ",\"scopes\":\"all\",\"origin\":" + quoted(origin) + "}");
  }

  /** Your page /cp/connected, with its parameter `cloudphone_code`, for who is signed in: with status 200 they are connected, and you send them on. */
  static HttpResponse<String> connect(Account account, String member, String code) throws Exception {
    return call(account, "members", "{\"act\":\"connect\",\"member\":" + quoted(member) + ",\"code\":" + quoted(code) + "}");
  }

  private static HttpResponse<String> call(Account account, String path, String body) throws Exception {
    String time = String.valueOf(System.currentTimeMillis());
    String nonce = UUID.randomUUID().toString();
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(account.secret().getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
    String signature = HexFormat.of().formatHex(mac.doFinal((time + "." + nonce + "." + body).getBytes(StandardCharsets.UTF_8)));
    HttpRequest request = HttpRequest.newBuilder(URI.create(account.gateway() + "/embed/v1/" + path))
        .timeout(Duration.ofSeconds(10))
        .header("content-type", "application/json")
        .header("x-partner-id", account.partner())
        .header("x-timestamp", time)
        .header("x-nonce", nonce)
        .header("x-signature", signature)
        .POST(HttpRequest.BodyPublishers.ofString(body))
        .build();
    return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
  }

  /** As JSON: what somebody else wrote, as the code in an address, may hold anything. */
  private static String quoted(String text) {
    StringBuilder json = new StringBuilder("\"");
    for (char sign : text.toCharArray())
      if (sign == '"' || sign == '\\') json.append('\\').append(sign);
      else if (sign < ' ') json.append(String.format("\\u%04x", (int) sign));
      else json.append(sign);
    return json.append('"').toString();
  }

  /**
   * java Mint.java gateway partner member feature origin, the secret in CLOUDPHONE_SECRET: tries it out. With a code in place of feature and origin:
   * connects the member.
   */
  public static void main(String[] args) throws Exception {
    Account account = new Account(args[0], args[1], System.getenv("CLOUDPHONE_SECRET"));
    System.out.println((args.length > 4 ? mint(account, args[2], args[3], args[4]) : connect(account, args[2], args[3])).body());
  }
}
