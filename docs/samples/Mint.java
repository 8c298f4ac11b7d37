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

/**
 * A token for a customer of yours, with Java 17 and no library. Used by your endpoint /cp/embed-token, after it has checked that the request is
 * from your own page and who is signed in. With status 200 answer your page what is in `data`; otherwise hand status and body on as they are.
 */
public class Mint {
  static HttpResponse<String> mint(String gateway, String partner, String secret, String member, String feature, String origin) throws Exception {
    String body = "{\"member\":" + quoted(member) + ",\"feature\":" + quoted(feature) + ",\"origin\":" + quoted(origin) + "}";
    String time = String.valueOf(System.currentTimeMillis());
    String nonce = UUID.randomUUID().toString();
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
    String signature = HexFormat.of().formatHex(mac.doFinal((time + "." + nonce + "." + body).getBytes(StandardCharsets.UTF_8)));
    HttpRequest request = HttpRequest.newBuilder(URI.create(gateway + "/embed/v1/tokens"))
        .timeout(Duration.ofSeconds(10))
        .header("content-type", "application/json")
        .header("x-partner-id", partner)
        .header("x-timestamp", time)
        .header("x-nonce", nonce)
        .header("x-signature", signature)
        .POST(HttpRequest.BodyPublishers.ofString(body))
        .build();
    return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
  }

  private static String quoted(String text) {
    return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
  }

  /** java Mint.java gateway partner member feature origin, the secret in CLOUDPHONE_SECRET: tries it out. */
  public static void main(String[] args) throws Exception {
    System.out.println(mint(args[0], args[1], System.getenv("CLOUDPHONE_SECRET"), args[2], args[3], args[4]).body());
  }
}
