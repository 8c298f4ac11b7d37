<?php
// A token for a customer of yours, with PHP 8 and its curl. Used by your endpoint /cp/embed-token, after it has checked that the request is
// from your own page and who is signed in. Answers [status, body]: hand both on as they are.
function cloudphone_mint(string $gateway, string $partner, string $secret, string $member, string $feature, string $origin): array {
  $body = json_encode(['member' => $member, 'feature' => $feature, 'origin' => $origin], JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE);
  $time = (string) (int) (microtime(true) * 1000);
  $nonce = bin2hex(random_bytes(16));
  $signature = hash_hmac('sha256', "$time.$nonce.$body", $secret);
  $curl = curl_init("$gateway/embed/v1/tokens");
  curl_setopt_array($curl, [
    CURLOPT_POST => true,
    CURLOPT_POSTFIELDS => $body,
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_TIMEOUT => 10,
    CURLOPT_HTTPHEADER => ['content-type: application/json', "x-partner-id: $partner", "x-timestamp: $time", "x-nonce: $nonce", "x-signature: $signature"],
  ]);
  $answer = json_decode(curl_exec($curl), true);
  $status = curl_getinfo($curl, CURLINFO_RESPONSE_CODE);
  if (($answer['code'] ?? null) !== 0) return [$status, $answer];
  return [200, ['token' => $answer['data']['token'], 'expiresIn' => $answer['data']['expiresIn']]];
}

// php mint.php <gateway> <partner> <member> <feature> <origin>, the secret in CLOUDPHONE_SECRET: tries it out.
if (realpath($argv[0] ?? '') === __FILE__) {
  [, $gateway, $partner, $member, $feature, $origin] = $argv;
  [$status, $body] = cloudphone_mint($gateway, $partner, getenv('CLOUDPHONE_SECRET'), $member, $feature, $origin);
  echo json_encode(['status' => $status] + $body), "\n";
}
