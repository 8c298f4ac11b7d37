<?php
// Tokens for customers of yours, with PHP 8 and its curl. Both functions answer [status, body].

// Your endpoint /cp/embed-token, after it has checked that the request is from your own page and who is signed in: hand both on as they are.
// $scopes: 'all' that the feature has, or an array of some of them.
function cloudphone_mint(array $account, string $member, string $feature, string $origin, string|array $scopes = 'all'): array {
  [$status, $body] = cloudphone_call($account, 'tokens', ['member' => $member, 'feature' => $feature, 'scopes' => $scopes, 'origin' => $origin]);
  return [$status, $status === 200 ? ['token' => $body['token'], 'expiresIn' => $body['expiresIn'], 'subject' => $body['subject']] : $body];
}

// Your page /cp/connected, with $_GET['cloudphone_code'], for who is signed in: with status 200 they are connected, and you send them on.
function cloudphone_connect(array $account, string $member, string $code): array {
  return cloudphone_call($account, 'members', ['act' => 'connect', 'member' => $member, 'code' => $code]);
}

// $account: gateway, partner, secret.
function cloudphone_call(array $account, string $path, array $input): array {
  $body = json_encode($input, JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE);
  $time = (string) (int) (microtime(true) * 1000);
  $nonce = bin2hex(random_bytes(16));
  $signature = hash_hmac('sha256', "$time.$nonce.$body", $account['secret']);
  $curl = curl_init("{$account['gateway']}/embed/v1/$path");
  curl_setopt_array($curl, [
    CURLOPT_POST => true,
    CURLOPT_POSTFIELDS => $body,
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_TIMEOUT => 10,
    CURLOPT_HTTPHEADER => ['content-type: application/json', "x-partner-id: {$account['partner']}", "x-timestamp: $time", "x-nonce: $nonce", "x-signature: $signature"],
  ]);
  $text = curl_exec($curl);
  $answer = $text === false ? null : json_decode($text, true);
  if (!is_array($answer)) return [502, ['error' => 'unreachable', 'message' => curl_error($curl)]];
  return $answer['code'] === 0 ? [200, $answer['data']] : [curl_getinfo($curl, CURLINFO_RESPONSE_CODE), $answer];
}

// php mint.php <gateway> <partner> <member> <feature> <origin>, the secret in CLOUDPHONE_SECRET: tries it out. With a code in place of feature
// and origin: connects the member.
if (realpath($argv[0] ?? '') === __FILE__) {
  [, $gateway, $partner, $member, $feature] = $argv;
  $account = ['gateway' => $gateway, 'partner' => $partner, 'secret' => getenv('CLOUDPHONE_SECRET')];
  [$status, $body] = isset($argv[5]) ? cloudphone_mint($account, $member, $feature, $argv[5]) : cloudphone_connect($account, $member, $feature);
  echo json_encode(['status' => $status] + $body), "\n";
}
