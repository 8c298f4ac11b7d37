"""Runs against a gateway in test mode, which the environment names (test/server/support/sdks.ts of the project)."""

import json
import os
import unittest
import urllib.request
import uuid

from cloudphone import EVENTS, SCOPES, Cloudphone, CloudphoneError, CloudphoneUnreachable
from cloudphone import TestMember as NewTestMember
from cloudphone import WebhookError, sign, verify_webhook

GATEWAY = os.environ["CLOUDPHONE_GATEWAY"]
FAILING = os.environ["CLOUDPHONE_FAILING"]
PARTNER = os.environ["CLOUDPHONE_PARTNER"]
SECRET = os.environ["CLOUDPHONE_SECRET"]
ORIGIN = os.environ["CLOUDPHONE_ORIGIN"]
with open(os.environ["CLOUDPHONE_VECTORS"], encoding="utf-8") as file:
    VECTORS = json.load(file)

#: A customer with characters that JSON and signatures have to carry.
CUSTOMER = f'python "quoted" \\ 顾客 {uuid.uuid4()}'


def client(gateway=GATEWAY, secret=SECRET, **options):
    return Cloudphone(gateway, PARTNER, secret, sleep=lambda seconds: None, **options)


def plan(*failures):
    """Tells the failing gateway what to do with the next requests: a status, or 0 to hang up."""
    request = urllib.request.Request(f"{FAILING}/plan", json.dumps(failures).encode(), method="POST")
    with urllib.request.urlopen(request) as response:
        response.read()


def seen():
    with urllib.request.urlopen(f"{FAILING}/seen") as response:
        return json.load(response)


class Signatures(unittest.TestCase):
    def test_signs_as_the_gateway_expects(self):
        one = VECTORS["signature"]
        self.assertEqual(sign(one["secret"], one["timestamp"], one["nonce"], one["body"].encode()), one["signature"])

    def test_takes_webhooks_of_cloudphone_only(self):
        for one in VECTORS["webhooks"]:
            with self.subTest(one["title"]):
                headers = {
                    "Webhook-Id": one["id"],
                    "Webhook-Timestamp": one["timestamp"],
                    "Webhook-Signature": one["signature"],
                }
                body = one["body"]
                if one["valid"]:
                    with self.assertRaises(KeyError):  # the vector is signed, but is no message of ours
                        verify_webhook(one["secret"], headers, body, now=one["now"])
                else:
                    with self.assertRaises(WebhookError):
                        verify_webhook(one["secret"], headers, body, now=one["now"])


class Gateway(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        made = client().create_member(
            member=CUSTOMER,
            origin=ORIGIN,
            contact=f"{uuid.uuid4()}@example.com",
            test=NewTestMember(password="try-it-out-9", balance=500_000),
        )
        assert made.created and made.linked and made.account

    def test_token_with_all_scopes_by_default(self):
        token = client().mint_token(member=CUSTOMER, feature="wallet", origin=ORIGIN)
        self.assertTrue(token.token.startswith("et_"))
        self.assertEqual((token.expires_in, token.test), (300, True))
        with open(os.environ["CLOUDPHONE_TOKENS"], "a", encoding="utf-8") as file:
            file.write(f"{token.token}\n")
        self.assertEqual(SCOPES["wallet"], ["wallet:read", "withdraw:prepare", "payout:prepare"])

    def test_refusal_is_passed_on(self):
        with self.assertRaises(CloudphoneError) as raised:
            client().mint_token(member="nobody", feature="wallet", origin=ORIGIN)
        error = raised.exception
        self.assertEqual((error.status, error.error), (403, "member_not_linked"))
        self.assertIn("/connectPartner?request=", error.connect_url)
        self.assertTrue(error.request_id)
        with self.assertRaises(CloudphoneError) as raised:
            client(secret="another secret, by mistake").list_members()
        self.assertEqual(raised.exception.error, "signature_wrong")

    def test_links(self):
        members = []
        start = None
        while True:
            page = client().list_members(page_size=1, from_=start)
            members += [one.member for one in page.items]
            start = page.next
            if not start:
                break
        self.assertIn(CUSTOMER, members)
        self.assertTrue(client().link_member(member=CUSTOMER, origin=ORIGIN).linked)
        with self.assertRaises(CloudphoneError) as raised:
            client().connect_member(member=CUSTOMER, code="not a code")
        self.assertEqual(raised.exception.error, "code_refused")

    def test_acts_of_test_mode_take_effect_once_for_each_key(self):
        key = str(uuid.uuid4())
        first = client().test_publish(member=CUSTOMER, title="Once", idempotency_key=key)
        again = client().test_publish(member=CUSTOMER, title="Once", idempotency_key=key)
        other = client().test_publish(member=CUSTOMER, title="Once")
        self.assertEqual(first.id, again.id)
        self.assertNotEqual(first.id, other.id)
        with self.assertRaises(CloudphoneError) as raised:
            client().test_publish(member=CUSTOMER, title="Other", idempotency_key=key)
        self.assertEqual(raised.exception.error, "idempotency_key_reused")

    def test_messages(self):
        self.assertEqual(client().list_messages(page_size=1).items, [])
        with self.assertRaises(CloudphoneError) as raised:
            client().replay_message(id="msg_none")
        self.assertEqual((raised.exception.status, raised.exception.error), (404, "message_unknown"))
        self.assertIn("withdrawal.updated", EVENTS)


class Failures(unittest.TestCase):
    def test_tries_again_with_the_same_key_and_another_nonce(self):
        plan(503, 0)
        with self.assertRaises(CloudphoneError) as raised:
            client(FAILING).test_publish(member="nobody", title="Later")
        self.assertEqual(raised.exception.error, "member_not_linked", "the third attempt reached the gateway")
        attempts = seen()
        self.assertEqual(len(attempts), 3)
        self.assertEqual(len({one["key"] for one in attempts}), 1)
        self.assertTrue(attempts[0]["key"])
        self.assertEqual(len({one["nonce"] for one in attempts}), 3)

    def test_gives_up_after_two_more_attempts(self):
        plan(503, 502, 500, 500)
        with self.assertRaises(CloudphoneError) as raised:
            client(FAILING).list_members()
        self.assertEqual(raised.exception.status, 500)
        self.assertEqual(len(seen()), 3)

    def test_does_not_repeat_what_is_refused(self):
        plan()
        with self.assertRaises(CloudphoneError):
            client(FAILING).mint_token(member="nobody", feature="wallet", origin=ORIGIN)
        self.assertEqual(len(seen()), 1)

    def test_does_not_wait_a_minute(self):
        plan(429)
        with self.assertRaises(CloudphoneError) as raised:
            client(FAILING).list_members()
        self.assertEqual((raised.exception.status, raised.exception.retry_after), (429, 60))
        self.assertEqual(len(seen()), 1)

    def test_says_that_nobody_answers(self):
        with self.assertRaises(CloudphoneUnreachable):
            client("http://127.0.0.1:9", retries=1).list_members()


if __name__ == "__main__":
    unittest.main()
