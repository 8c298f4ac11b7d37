<?php
// Runs against a gateway in test mode, which the environment names (test/server/support/sdks.ts of the project).
declare(strict_types=1);

use Cloudphone\{Cloudphone, CloudphoneException, CloudphoneUnreachable, TestMember, WebhookException, WebhookMessage};

set_error_handler(fn ($_, string $message) => throw new ErrorException($message));
spl_autoload_register(fn (string $name) => require __DIR__ . '/../src/' . substr($name, strlen('Cloudphone\\')) . '.php');

$origin = getenv('CLOUDPHONE_ORIGIN');
$failing = getenv('CLOUDPHONE_FAILING');
$vectors = json_decode(file_get_contents(getenv('CLOUDPHONE_VECTORS')), true, 32, JSON_THROW_ON_ERROR);
$customer = 'php "quoted" \\ 顾客 ' . bin2hex(random_bytes(8));

function client(?string $gateway = null, ?string $secret = null, int $retries = 2): Cloudphone
{
    return new Cloudphone($gateway ?? getenv('CLOUDPHONE_GATEWAY'), getenv('CLOUDPHONE_PARTNER'), $secret ?? getenv('CLOUDPHONE_SECRET'), retries: $retries, sleep: fn (float $_) => null);
}
function plan(int ...$failures): void
{
    $options = ['http' => ['method' => 'POST', 'header' => 'content-type: application/json', 'content' => json_encode($failures)]];
    file_get_contents(getenv('CLOUDPHONE_FAILING') . '/plan', false, stream_context_create($options));
}
function seen(): array
{
    return json_decode(file_get_contents(getenv('CLOUDPHONE_FAILING') . '/seen'), true);
}
function same(mixed $expected, mixed $actual, string $what = ''): void
{
    if ($expected !== $actual) {
        throw new Exception("$what expected " . json_encode($expected) . ', not ' . json_encode($actual));
    }
}
/** @return CloudphoneException the refusal that `$work` ends in */
function refused(callable $work): CloudphoneException
{
    try {
        $work();
    } catch (CloudphoneException $error) {
        return $error;
    }
    throw new Exception('was not refused');
}

$tests = [
    'signs as the gateway expects' => function () use ($vectors) {
        $one = $vectors['signature'];
        same($one['signature'], Cloudphone::sign($one['secret'], $one['timestamp'], $one['nonce'], $one['body']));
    },
    'takes webhooks of Cloudphone only' => function () use ($vectors) {
        foreach ($vectors['webhooks'] as $one) {
            $headers = ['Webhook-Id' => $one['id'], 'Webhook-Timestamp' => $one['timestamp'], 'Webhook-Signature' => $one['signature']];
            try {
                WebhookMessage::check($one['secret'], $headers, $one['body'], $one['now'], 300);
                $valid = true;
            } catch (WebhookException) {
                $valid = false;
            }
            same($one['valid'], $valid, $one['title']);
        }
    },
    'reads a message' => function () {
        $body = '{"type":"order.paid","timestamp":"2026-11-24T00:00:00.000Z","data":{"member":"顾客","orderNo":"O1"}}';
        $signature = 'v1,' . base64_encode(hash_hmac('sha256', "msg_1.1.$body", base64_decode('AAAA'), true));
        $headers = ['webhook-id' => 'msg_1', 'webhook-timestamp' => '1', 'webhook-signature' => $signature];
        $message = WebhookMessage::verify('whsec_AAAA', $headers, $body, 1);
        same(['msg_1', 'order.paid', '顾客'], [$message->id, $message->type, $message->data['member']]);
    },
    'creates a member of test mode' => function () use ($customer, $origin) {
        $contact = bin2hex(random_bytes(8)) . '@example.com';
        $test = new TestMember(password: 'try-it-out-9', balance: 500_000);
        $made = client()->createMember(member: $customer, origin: $origin, contact: $contact, test: $test);
        same([true, true, $customer], [$made->linked, $made->created, $made->member]);
        same(true, is_string($made->account));
    },
    'a token has all scopes by default' => function () use ($customer, $origin) {
        $token = client()->mintToken(member: $customer, feature: 'wallet', origin: $origin);
        same([300, true], [$token->expiresIn, $token->test]);
        file_put_contents(getenv('CLOUDPHONE_TOKENS'), "$token->token\n", FILE_APPEND);
        same(['wallet:read', 'withdraw:prepare', 'payout:prepare'], Cloudphone::SCOPES['wallet']);
    },
    'a refusal is passed on' => function () use ($origin) {
        $error = refused(fn () => client()->mintToken(member: 'nobody', feature: 'wallet', origin: $origin));
        same([403, 'member_not_linked'], [$error->status, $error->error]);
        same(true, str_contains($error->connectUrl, '/connectPartner?request='));
        same('signature_wrong', refused(fn () => client(secret: 'another secret, by mistake')->listMembers())->error);
    },
    'lists links, a page at a time' => function () use ($customer, $origin) {
        $members = [];
        $from = null;
        do {
            $page = client()->listMembers(from: $from, pageSize: 1);
            foreach ($page->items as $one) {
                $members[] = $one->member;
            }
            $from = $page->next;
        } while ($from !== null);
        same(true, in_array($customer, $members, true));
        same(true, client()->linkMember(member: $customer, origin: $origin)->linked);
        same('code_refused', refused(fn () => client()->connectMember(member: $customer, code: 'not a code'))->error);
    },
    'an act takes effect once for each key' => function () use ($customer) {
        $key = bin2hex(random_bytes(16));
        $first = client()->testPublish(member: $customer, title: 'Once', idempotencyKey: $key);
        same($first->id, client()->testPublish(member: $customer, title: 'Once', idempotencyKey: $key)->id);
        same(false, $first->id === client()->testPublish(member: $customer, title: 'Once')->id);
        $error = refused(fn () => client()->testPublish(member: $customer, title: 'Other', idempotencyKey: $key));
        same('idempotency_key_reused', $error->error);
    },
    'tries again with the same key and another nonce' => function () use ($failing) {
        plan(503, 0);
        $error = refused(fn () => client($failing)->testPublish(member: 'nobody', title: 'Later'));
        same('member_not_linked', $error->error, 'the third attempt reached the gateway');
        same([3, 1, 3], [count(seen()), count(array_unique(array_column(seen(), 'key'))), count(array_unique(array_column(seen(), 'nonce')))]);
        same(true, seen()[0]['key'] !== '');
    },
    'gives up after two more attempts' => function () use ($failing) {
        plan(503, 502, 500, 500);
        same(500, refused(fn () => client($failing)->listMembers())->status);
        same(3, count(seen()));
    },
    'does not repeat a refusal, and does not wait a minute' => function () use ($failing, $origin) {
        plan();
        refused(fn () => client($failing)->mintToken(member: 'nobody', feature: 'wallet', origin: $origin));
        same(1, count(seen()));
        plan(429);
        $error = refused(fn () => client($failing)->listMessages());
        same([429, 60, 1], [$error->status, $error->retryAfter, count(seen())]);
    },
    'says that nobody answers' => function () {
        try {
            client('http://127.0.0.1:9', retries: 1)->listMembers();
        } catch (CloudphoneUnreachable) {
            return;
        }
        throw new Exception('somebody answered');
    },
];
foreach ($tests as $title => $test) {
    try {
        $test();
    } catch (Throwable $error) {
        echo "FAIL $title: $error\n";
        exit(1);
    }
}
echo count($tests), " tests\n";
