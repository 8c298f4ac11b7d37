package cloudphone

// Runs against a gateway in test mode, which the environment names (test/server/support/sdks.ts of the project).

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"
)

var (
	ctx      = context.Background()
	failing  = os.Getenv("CLOUDPHONE_FAILING")
	origin   = os.Getenv("CLOUDPHONE_ORIGIN")
	customer = `go "quoted" \ 顾客 <&> ` + newUUID()
)

type vectors struct {
	Signature struct{ Secret, Timestamp, Nonce, Body, Signature string }
	Webhooks  []struct {
		Title, Secret, ID, Timestamp, Signature, Body string
		Now                                           int64
		Valid                                         bool
	}
}

func load(t *testing.T) (v vectors) {
	text, err := os.ReadFile(os.Getenv("CLOUDPHONE_VECTORS"))
	if err != nil || json.Unmarshal(text, &v) != nil {
		t.Fatal(err)
	}
	return v
}

func client(t *testing.T, gateway string) *Client {
	if gateway == "" {
		gateway = os.Getenv("CLOUDPHONE_GATEWAY")
	}
	c, err := New(gateway, os.Getenv("CLOUDPHONE_PARTNER"), os.Getenv("CLOUDPHONE_SECRET"))
	if err != nil {
		t.Fatal(err)
	}
	c.Sleep = func(time.Duration) {}
	return c
}

func refused(t *testing.T, err error) *Error {
	t.Helper()
	var refusal *Error
	if !errors.As(err, &refusal) {
		t.Fatalf("was not refused: %v", err)
	}
	return refusal
}

func done[T any](t *testing.T) func(T, error) T {
	return func(value T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return value
	}
}

func plan(t *testing.T, failures ...int) {
	text, _ := json.Marshal(append([]int{}, failures...))
	response, err := http.Post(failing+"/plan", "application/json", bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
}

func seen(t *testing.T) (attempts []struct{ Key, Nonce string }) {
	response, err := http.Get(failing + "/seen")
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if err := json.NewDecoder(response.Body).Decode(&attempts); err != nil {
		t.Fatal(err)
	}
	return attempts
}

func TestSignsAsTheGatewayExpects(t *testing.T) {
	one := load(t).Signature
	if Sign(one.Secret, one.Timestamp, one.Nonce, []byte(one.Body)) != one.Signature {
		t.Fatal("another signature")
	}
}

func TestTakesWebhooksOfCloudphoneOnly(t *testing.T) {
	for _, one := range load(t).Webhooks {
		headers := http.Header{}
		headers.Set("webhook-id", one.ID)
		headers.Set("webhook-timestamp", one.Timestamp)
		headers.Set("webhook-signature", one.Signature)
		err := checkWebhook(one.Secret, headers, []byte(one.Body), time.Unix(one.Now, 0))
		if (err == nil) != one.Valid {
			t.Errorf("%s: %v", one.Title, err)
		}
	}
}

func TestCreatesAMemberAndATokenWithAllScopes(t *testing.T) {
	test := &TestMember{Password: "try-it-out-9", Balance: 500_000}
	input := CreateMemberInput{Member: customer, Origin: origin, Contact: newUUID() + "@example.com", Test: test}
	made := done[*CreateMemberResult](t)(client(t, "").CreateMember(ctx, input))
	if !made.Created || !made.Linked || made.Member != customer || made.Account == "" {
		t.Fatalf("%+v", made)
	}
	token := done[*Token](t)(client(t, "").MintToken(ctx, MintTokenInput{Member: customer, Feature: "wallet", Origin: origin}))
	if token.ExpiresIn != 300 || !token.Test {
		t.Fatalf("%+v", token)
	}
	file, err := os.OpenFile(os.Getenv("CLOUDPHONE_TOKENS"), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	file.WriteString(token.Token + "\n")
	if len(FeatureScopes["wallet"]) != 3 {
		t.Fatal(FeatureScopes)
	}
}

func TestFewerScopesCanBeAskedFor(t *testing.T) {
	input := MintTokenInput{Member: customer, Feature: "wallet", Origin: origin, Scopes: Scopes{"chat:read"}}
	_, err := client(t, "").MintToken(ctx, input)
	if one := refused(t, err); one.Code != "scope_not_allowed" {
		t.Fatal(one)
	}
}

func TestARefusalIsPassedOn(t *testing.T) {
	_, err := client(t, "").MintToken(ctx, MintTokenInput{Member: "nobody", Feature: "wallet", Origin: origin})
	one := refused(t, err)
	if one.Status != 403 || one.Code != "member_not_linked" || !strings.Contains(one.ConnectURL, "/connectPartner?request=") {
		t.Fatal(one)
	}
	if !strings.Contains(string(one.Body), one.RequestID) || one.RequestID == "" {
		t.Fatal(string(one.Body))
	}
}

func TestListsLinksAPageAtATime(t *testing.T) {
	found, from := false, ""
	for {
		page := done[*ListMembersResult](t)(client(t, "").ListMembers(ctx, ListMembersInput{From: from, PageSize: 1}))
		for _, one := range page.Items {
			found = found || one.Member == customer
		}
		if from = page.Next; from == "" {
			break
		}
	}
	if !found {
		t.Fatal("the customer is not there")
	}
	if !done[*LinkMemberResult](t)(client(t, "").LinkMember(ctx, LinkMemberInput{Member: customer, Origin: origin})).Linked {
		t.Fatal("not linked")
	}
	_, err := client(t, "").ConnectMember(ctx, ConnectMemberInput{Member: customer, Code: "not a code"})
	if one := refused(t, err); one.Code != "code_refused" {
		t.Fatal(one)
	}
}

func TestAnActTakesEffectOnceForEachKey(t *testing.T) {
	key, input := newUUID(), TestPublishInput{Member: customer, Title: "Once"}
	publish := func(options ...Option) string {
		return done[*TestPublishResult](t)(client(t, "").TestPublish(ctx, input, options...)).ID
	}
	first := publish(WithIdempotencyKey(key))
	if publish(WithIdempotencyKey(key)) != first || publish() == first {
		t.Fatal("the key decides")
	}
	input.Title = "Other"
	_, err := client(t, "").TestPublish(ctx, input, WithIdempotencyKey(key))
	if one := refused(t, err); one.Code != "idempotency_key_reused" {
		t.Fatal(one)
	}
}

func TestTriesAgainWithTheSameKeyAndAnotherNonce(t *testing.T) {
	plan(t, 503, 0)
	_, err := client(t, failing).TestPublish(ctx, TestPublishInput{Member: "nobody", Title: "Later"})
	if one := refused(t, err); one.Code != "member_not_linked" {
		t.Fatal(one)
	}
	keys, nonces := map[string]bool{}, map[string]bool{}
	for _, one := range seen(t) {
		keys[one.Key], nonces[one.Nonce] = true, true
	}
	if len(keys) != 1 || keys[""] || len(nonces) != 3 {
		t.Fatal(keys, nonces)
	}
}

func TestGivesUpAfterTwoMoreAttempts(t *testing.T) {
	plan(t, 503, 502, 500, 500)
	_, err := client(t, failing).ListMembers(ctx, ListMembersInput{})
	if one := refused(t, err); one.Status != 500 || len(seen(t)) != 3 {
		t.Fatal(one, len(seen(t)))
	}
}

func TestDoesNotRepeatARefusalAndDoesNotWaitAMinute(t *testing.T) {
	plan(t)
	_, err := client(t, failing).MintToken(ctx, MintTokenInput{Member: "nobody", Feature: "wallet", Origin: origin})
	if refused(t, err); len(seen(t)) != 1 {
		t.Fatal(seen(t))
	}
	plan(t, 429)
	_, err = client(t, failing).ListMessages(ctx, ListMessagesInput{})
	if one := refused(t, err); one.Status != 429 || one.RetryAfter != time.Minute || len(seen(t)) != 1 {
		t.Fatal(one, seen(t))
	}
}

func TestSaysThatNobodyAnswers(t *testing.T) {
	_, err := client(t, "http://127.0.0.1:9").ListMembers(ctx, ListMembersInput{})
	var refusal *Error
	if err == nil || errors.As(err, &refusal) {
		t.Fatal(err)
	}
}
