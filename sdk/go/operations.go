// Code generated from the OpenAPI document by `npm run sdks`. DO NOT EDIT.

package cloudphone

import "context"

// FeatureScopes has the scopes of each feature.
var FeatureScopes = map[string][]string{
	"wallet": {"wallet:read", "withdraw:prepare", "payout:prepare"},
	"work-orders": {"work-orders:read", "work-orders:write"},
	"notices": {"notices:read", "notices:write"},
	"devices": {"devices:read", "devices:write", "devices:buy", "screen:read", "screen:control"},
	"screen": {"screen:read", "screen:control"},
	"orders": {"orders:read", "orders:write", "orders:pay"},
	"points": {"points:read", "points:buy"},
	"chat": {"chat:read", "chat:write"},
	"accounts": {"accounts:read", "accounts:write"},
	"logs": {"logs:read"},
	"feed": {"feed:read", "feed:write"},
	"shop": {"shop:read", "shop:write"},
	"promotion": {"promotion:read"},
	"invitation": {"invitation:read"},
	"declarations": {"declarations:read", "declarations:write"},
}

// EventTypes are the types of webhook messages.
var EventTypes = []string{"withdrawal.updated", "order.paid", "order.refunded", "work_order.answered", "notice.published", "link.ended", "watch.updated", "deprecation.found"}

type LinkedMember struct {
	// Your id for the customer.
	Member string `json:"member"`
	// ISO 8601.
	Since string `json:"since"`
}

type DeliveredMessage struct {
	// The id of a message, also its webhook-id.
	ID string `json:"id"`
	Type string `json:"type"`
	// As it is sent: type, timestamp, data.
	Body map[string]any `json:"body"`
	Attempts int `json:"attempts"`
	// ISO 8601; absent until a 2xx.
	DeliveredAt string `json:"deliveredAt,omitempty"`
	// The HTTP status of the last attempt, or the reason why there was none.
	LastResult string `json:"lastResult,omitempty"`
}

type Token struct {
	// For the page that asked; begins with et_.
	Token string `json:"token"`
	// Lifetime in seconds.
	ExpiresIn int `json:"expiresIn"`
	// Identifies the member to your page; the same for every token of the customer.
	Subject string `json:"subject"`
	// Tell us this id when you ask about the request.
	RequestID string `json:"requestId"`
	// Of a gateway in test mode.
	Test bool `json:"test,omitempty"`
}

type LinkMemberResult struct {
	// Your id for the customer.
	Member string `json:"member"`
	// Whether the customer is linked to an account.
	Linked bool `json:"linked"`
	// Tell us this id when you ask about the request.
	RequestID string `json:"requestId"`
	// Our page on which the customer gives consent; valid for 30 minutes.
	ConnectURL string `json:"connectUrl,omitempty"`
}

type ConnectMemberResult struct {
	// Your id for the customer.
	Member string `json:"member"`
	// Whether the customer is linked to an account.
	Linked bool `json:"linked"`
	// Tell us this id when you ask about the request.
	RequestID string `json:"requestId"`
}

type CreateMemberResult struct {
	// Your id for the customer.
	Member string `json:"member"`
	// Whether the customer is linked to an account.
	Linked bool `json:"linked"`
	// Whether this request created the account.
	Created bool `json:"created"`
	// Tell us this id when you ask about the request.
	RequestID string `json:"requestId"`
	// The user name of a member made with `test`.
	Account string `json:"account,omitempty"`
}

type UnlinkMemberResult struct {
	// Your id for the customer.
	Member string `json:"member"`
	// Whether the customer is linked to an account.
	Linked bool `json:"linked"`
	// Tell us this id when you ask about the request.
	RequestID string `json:"requestId"`
}

type ListMembersResult struct {
	Items []LinkedMember `json:"items"`
	// Tell us this id when you ask about the request.
	RequestID string `json:"requestId"`
	// Your id for the customer.
	Next string `json:"next,omitempty"`
}

type ListMessagesResult struct {
	Items []DeliveredMessage `json:"items"`
	// Tell us this id when you ask about the request.
	RequestID string `json:"requestId"`
	// The id of a message, also its webhook-id.
	Next string `json:"next,omitempty"`
}

type ReplayMessageResult struct {
	// The id of a message, also its webhook-id.
	ID string `json:"id"`
	// Tell us this id when you ask about the request.
	RequestID string `json:"requestId"`
}

type Watch struct {
	// Your id for the customer.
	Member string `json:"member"`
	// The id of the question.
	ID string `json:"id"`
	// asked: not answered yet. declined or expired: no. allowed: you may open it. watching: a page shows it. ended: it is over; one of asked, declined, expired, allowed, watching, ended.
	State string `json:"state"`
	// When it ends by itself, or has ended: ISO 8601.
	Until string `json:"until"`
	// Tell us this id when you ask about the request.
	RequestID string `json:"requestId"`
}

type OpenWatchResult struct {
	// Your id for the customer.
	Member string `json:"member"`
	// The id of the question.
	ID string `json:"id"`
	// For the `src` of an iframe.
	URL string `json:"url"`
	// When the watching ends: ISO 8601.
	Until string `json:"until"`
	// Tell us this id when you ask about the request.
	RequestID string `json:"requestId"`
}

type TestApproveResult struct {
	// Your id for the customer.
	Member string `json:"member"`
	// Tell us this id when you ask about the request.
	RequestID string `json:"requestId"`
	// The number of the withdrawal or work order.
	Number string `json:"number"`
	// The new state of the withdrawal.
	State string `json:"state"`
}

type TestRejectResult struct {
	// Your id for the customer.
	Member string `json:"member"`
	// Tell us this id when you ask about the request.
	RequestID string `json:"requestId"`
	// The number of the withdrawal or work order.
	Number string `json:"number"`
	// The new state of the withdrawal.
	State string `json:"state"`
}

type TestRemitResult struct {
	// Your id for the customer.
	Member string `json:"member"`
	// Tell us this id when you ask about the request.
	RequestID string `json:"requestId"`
	// The number of the withdrawal or work order.
	Number string `json:"number"`
	// The new state of the withdrawal.
	State string `json:"state"`
}

type TestAnswerResult struct {
	// Your id for the customer.
	Member string `json:"member"`
	// Tell us this id when you ask about the request.
	RequestID string `json:"requestId"`
	// The number of the withdrawal or work order.
	Number string `json:"number"`
}

type TestPublishResult struct {
	// Your id for the customer.
	Member string `json:"member"`
	// Tell us this id when you ask about the request.
	RequestID string `json:"requestId"`
	// The id of the notice.
	ID string `json:"id"`
}

type TestPayResult struct {
	// Your id for the customer.
	Member string `json:"member"`
	// Tell us this id when you ask about the request.
	RequestID string `json:"requestId"`
	// The number of the order.
	OrderNo string `json:"orderNo"`
	// Whether the order took the money; otherwise the balance did.
	Paid bool `json:"paid"`
}

type TestRefundResult struct {
	// Your id for the customer.
	Member string `json:"member"`
	// Tell us this id when you ask about the request.
	RequestID string `json:"requestId"`
	// The number of the order.
	OrderNo string `json:"orderNo"`
}

type TestAdvanceResult struct {
	// Your id for the customer.
	Member string `json:"member"`
	// Tell us this id when you ask about the request.
	RequestID string `json:"requestId"`
	// The days that passed.
	Days int `json:"days"`
	// Daily rents that were paid, one for each machine order and day.
	Rents int `json:"rents"`
	// Unpaid orders that expired.
	Expired int `json:"expired"`
}

type TestUnlinkResult struct {
	// Your id for the customer.
	Member string `json:"member"`
	// Tell us this id when you ask about the request.
	RequestID string `json:"requestId"`
	// Whether the customer is linked to an account.
	Linked bool `json:"linked"`
}

type TestMember struct {
	// To sign in as this member and to confirm withdrawals.
	Password string `json:"password"`
	// The balance in fen; default: 0.
	Balance int `json:"balance,omitempty"`
}

type MintTokenInput struct {
	// Your id for the customer.
	Member string `json:"member"`
	// The feature that the page shows.
	Feature string `json:"feature"`
	// The exact origin of the page: https://shop.example.
	Origin string `json:"origin"`
	// `all` (the default), or scopes of the feature.
	Scopes Scopes `json:"scopes"`
	// Where the customer returns after giving consent, on one of your origins; default: <origin>/cp/connected.
	ReturnTo string `json:"returnTo,omitempty"`
	// Lifetime in seconds; default: 300.
	Ttl int `json:"ttl,omitempty"`
}

type LinkMemberInput struct {
	// Your id for the customer.
	Member string `json:"member"`
	// The exact origin of the page: https://shop.example.
	Origin string `json:"origin"`
	// Where the customer returns after giving consent, on one of your origins; default: <origin>/cp/connected.
	ReturnTo string `json:"returnTo,omitempty"`
}

type ConnectMemberInput struct {
	// Your id for the customer whose session the browser has; never from the URL.
	Member string `json:"member"`
	// The parameter cloudphone_code of your return address.
	Code string `json:"code"`
}

type CreateMemberInput struct {
	// Your id for the customer.
	Member string `json:"member"`
	// The email address or phone number (+44…) of the customer. We write to it.
	Contact string `json:"contact"`
	// The exact origin of the page: https://shop.example.
	Origin string `json:"origin"`
	// The language of our message to the contact; one of en, zh, zh-Hant, vi; default: en.
	Locale string `json:"locale,omitempty"`
	Test *TestMember `json:"test,omitempty"`
	// Where the customer returns after giving consent, on one of your origins; default: <origin>/cp/connected.
	ReturnTo string `json:"returnTo,omitempty"`
}

type UnlinkMemberInput struct {
	// Your id for the customer.
	Member string `json:"member"`
}

type ListMembersInput struct {
	// Your id for the customer.
	From string `json:"from,omitempty"`
	// Entries to return; default: 50.
	PageSize int `json:"pageSize,omitempty"`
}

type ListMessagesInput struct {
	// The id of a message, also its webhook-id.
	From string `json:"from,omitempty"`
	// Entries to return; default: 50.
	PageSize int `json:"pageSize,omitempty"`
}

type ReplayMessageInput struct {
	// The id of a message, also its webhook-id.
	ID string `json:"id"`
}

type AskToWatchInput struct {
	// Your id for the customer.
	Member string `json:"member"`
	// The id of the cloud phone: `id` in the path of its screen, as in cp-routechange.
	Phone string `json:"phone"`
	// The name of the support person, for the customer.
	Person string `json:"person"`
	// Why, for the customer.
	Reason string `json:"reason"`
	// The exact origin of your support page.
	Origin string `json:"origin"`
	// For how long, counted from the answer; default: 10.
	Minutes int `json:"minutes,omitempty"`
}

type GetWatchInput struct {
	// Your id for the customer.
	Member string `json:"member"`
	// The id of the question.
	ID string `json:"id"`
}

type OpenWatchInput struct {
	// Your id for the customer.
	Member string `json:"member"`
	// The id of the question.
	ID string `json:"id"`
}

type EndWatchInput struct {
	// Your id for the customer.
	Member string `json:"member"`
	// The id of the question.
	ID string `json:"id"`
}

type TestApproveInput struct {
	// Your id for the customer.
	Member string `json:"member"`
	// The number of the withdrawal or work order.
	Number string `json:"number"`
}

type TestRejectInput struct {
	// Your id for the customer.
	Member string `json:"member"`
	// The number of the withdrawal or work order.
	Number string `json:"number"`
	// default: Rejected by a test.
	Reason string `json:"reason,omitempty"`
}

type TestRemitInput struct {
	// Your id for the customer.
	Member string `json:"member"`
	// The number of the withdrawal or work order.
	Number string `json:"number"`
}

type TestAnswerInput struct {
	// Your id for the customer.
	Member string `json:"member"`
	// The number of the withdrawal or work order.
	Number string `json:"number"`
	// default: Answered by a test..
	Text string `json:"text,omitempty"`
}

type TestPublishInput struct {
	// Your id for the customer.
	Member string `json:"member"`
	// default: A notice of a test.
	Title string `json:"title,omitempty"`
	// default: Published by a test..
	Text string `json:"text,omitempty"`
	// The language of the notice; one of en, zh, zh-Hant, vi; default: en.
	Locale string `json:"locale,omitempty"`
}

type TestPayInput struct {
	// Your id for the customer.
	Member string `json:"member"`
	// The number of the order.
	OrderNo string `json:"orderNo"`
}

type TestRefundInput struct {
	// Your id for the customer.
	Member string `json:"member"`
	// The number of the order.
	OrderNo string `json:"orderNo"`
}

type TestAdvanceInput struct {
	// Your id for the customer.
	Member string `json:"member"`
	Days int `json:"days"`
}

type TestUnlinkInput struct {
	// Your id for the customer.
	Member string `json:"member"`
}

// MintToken: A token for one customer, one feature and one origin.
// Refused as partner_disabled, feature_not_allowed, origin_not_allowed, scope_not_allowed, member_not_linked, feature_not_linked.
func (c *Client) MintToken(ctx context.Context, input MintTokenInput) (*Token, error) {
	answer := new(Token)
	if err := c.call(ctx, "tokens", input, "", answer); err != nil {
		return nil, err
	}
	return answer, nil
}

// LinkMember: Whether a customer is linked; if not, `connectUrl` for a link or an email of yours.
// Refused as partner_disabled, origin_not_allowed.
func (c *Client) LinkMember(ctx context.Context, input LinkMemberInput) (*LinkMemberResult, error) {
	answer := new(LinkMemberResult)
	if err := c.call(ctx, "members", struct {
		Act string `json:"act"`
		LinkMemberInput
	}{"link", input}, "", answer); err != nil {
		return nil, err
	}
	return answer, nil
}

// ConnectMember: Links a customer with the code that their browser brought back from our page.
// Refused as partner_disabled, code_refused, reference_taken, request_in_progress, idempotency_key_reused.
func (c *Client) ConnectMember(ctx context.Context, input ConnectMemberInput, options ...Option) (*ConnectMemberResult, error) {
	answer := new(ConnectMemberResult)
	if err := c.call(ctx, "members", struct {
		Act string `json:"act"`
		ConnectMemberInput
	}{"connect", input}, keyOf(options), answer); err != nil {
		return nil, err
	}
	return answer, nil
}

// CreateMember: Creates an account for a customer who has none, and links it.
// Refused as partner_disabled, origin_not_allowed, member_exists, reference_taken, request_in_progress, idempotency_key_reused.
func (c *Client) CreateMember(ctx context.Context, input CreateMemberInput, options ...Option) (*CreateMemberResult, error) {
	answer := new(CreateMemberResult)
	if err := c.call(ctx, "members", struct {
		Act string `json:"act"`
		CreateMemberInput
	}{"create", input}, keyOf(options), answer); err != nil {
		return nil, err
	}
	return answer, nil
}

// UnlinkMember: Ends the link to a customer and revokes their tokens.
// Refused as partner_disabled, request_in_progress, idempotency_key_reused.
func (c *Client) UnlinkMember(ctx context.Context, input UnlinkMemberInput, options ...Option) (*UnlinkMemberResult, error) {
	answer := new(UnlinkMemberResult)
	if err := c.call(ctx, "members", struct {
		Act string `json:"act"`
		UnlinkMemberInput
	}{"unlink", input}, keyOf(options), answer); err != nil {
		return nil, err
	}
	return answer, nil
}

// ListMembers: Your links, in the order of your ids. Pass `next` as `from` to get the next page.
// Refused as partner_disabled.
func (c *Client) ListMembers(ctx context.Context, input ListMembersInput) (*ListMembersResult, error) {
	answer := new(ListMembersResult)
	if err := c.call(ctx, "members", struct {
		Act string `json:"act"`
		ListMembersInput
	}{"list", input}, "", answer); err != nil {
		return nil, err
	}
	return answer, nil
}

// ListMessages: The webhook messages of the last 30 days, newest first, with the result of each delivery.
func (c *Client) ListMessages(ctx context.Context, input ListMessagesInput) (*ListMessagesResult, error) {
	answer := new(ListMessagesResult)
	if err := c.call(ctx, "messages", struct {
		Act string `json:"act"`
		ListMessagesInput
	}{"list", input}, "", answer); err != nil {
		return nil, err
	}
	return answer, nil
}

// ReplayMessage: Sends a message once more.
// Refused as message_unknown, request_in_progress, idempotency_key_reused.
func (c *Client) ReplayMessage(ctx context.Context, input ReplayMessageInput, options ...Option) (*ReplayMessageResult, error) {
	answer := new(ReplayMessageResult)
	if err := c.call(ctx, "messages", struct {
		Act string `json:"act"`
		ReplayMessageInput
	}{"replay", input}, keyOf(options), answer); err != nil {
		return nil, err
	}
	return answer, nil
}

// AskToWatch: Asks a customer whether your support may watch a cloud phone; they have five minutes to answer.
// Refused as partner_disabled, feature_not_allowed, origin_not_allowed, member_not_linked, feature_not_linked, object_unknown, act_refused, request_in_progress, idempotency_key_reused.
func (c *Client) AskToWatch(ctx context.Context, input AskToWatchInput, options ...Option) (*Watch, error) {
	answer := new(Watch)
	if err := c.call(ctx, "watches", struct {
		Act string `json:"act"`
		AskToWatchInput
	}{"ask", input}, keyOf(options), answer); err != nil {
		return nil, err
	}
	return answer, nil
}

// GetWatch: How a question stands.
// Refused as partner_disabled, member_not_linked, object_unknown.
func (c *Client) GetWatch(ctx context.Context, input GetWatchInput) (*Watch, error) {
	answer := new(Watch)
	if err := c.call(ctx, "watches", struct {
		Act string `json:"act"`
		GetWatchInput
	}{"get", input}, "", answer); err != nil {
		return nil, err
	}
	return answer, nil
}

// OpenWatch: An address for a frame in your support page, valid once within a minute; the one before closes.
// Refused as partner_disabled, member_not_linked, object_unknown, act_refused.
func (c *Client) OpenWatch(ctx context.Context, input OpenWatchInput) (*OpenWatchResult, error) {
	answer := new(OpenWatchResult)
	if err := c.call(ctx, "watches", struct {
		Act string `json:"act"`
		OpenWatchInput
	}{"open", input}, "", answer); err != nil {
		return nil, err
	}
	return answer, nil
}

// EndWatch: Takes a question back, or ends the watching.
// Refused as partner_disabled, member_not_linked, object_unknown.
func (c *Client) EndWatch(ctx context.Context, input EndWatchInput) (*Watch, error) {
	answer := new(Watch)
	if err := c.call(ctx, "watches", struct {
		Act string `json:"act"`
		EndWatchInput
	}{"end", input}, "", answer); err != nil {
		return nil, err
	}
	return answer, nil
}

// TestApprove: Approves a withdrawal. Webhook: withdrawal.updated.
// Refused as test_mode_only, member_not_linked, object_unknown, act_refused, request_in_progress, idempotency_key_reused.
func (c *Client) TestApprove(ctx context.Context, input TestApproveInput, options ...Option) (*TestApproveResult, error) {
	answer := new(TestApproveResult)
	if err := c.call(ctx, "test", struct {
		Act string `json:"act"`
		TestApproveInput
	}{"approve", input}, keyOf(options), answer); err != nil {
		return nil, err
	}
	return answer, nil
}

// TestReject: Rejects a withdrawal and returns the money. Webhook: withdrawal.updated.
// Refused as test_mode_only, member_not_linked, object_unknown, act_refused, request_in_progress, idempotency_key_reused.
func (c *Client) TestReject(ctx context.Context, input TestRejectInput, options ...Option) (*TestRejectResult, error) {
	answer := new(TestRejectResult)
	if err := c.call(ctx, "test", struct {
		Act string `json:"act"`
		TestRejectInput
	}{"reject", input}, keyOf(options), answer); err != nil {
		return nil, err
	}
	return answer, nil
}

// TestRemit: Marks an approved withdrawal as remitted. Webhook: withdrawal.updated.
// Refused as test_mode_only, member_not_linked, object_unknown, act_refused, request_in_progress, idempotency_key_reused.
func (c *Client) TestRemit(ctx context.Context, input TestRemitInput, options ...Option) (*TestRemitResult, error) {
	answer := new(TestRemitResult)
	if err := c.call(ctx, "test", struct {
		Act string `json:"act"`
		TestRemitInput
	}{"remit", input}, keyOf(options), answer); err != nil {
		return nil, err
	}
	return answer, nil
}

// TestAnswer: Answers a work order. Webhook: work_order.answered.
// Refused as test_mode_only, member_not_linked, object_unknown, act_refused, request_in_progress, idempotency_key_reused.
func (c *Client) TestAnswer(ctx context.Context, input TestAnswerInput, options ...Option) (*TestAnswerResult, error) {
	answer := new(TestAnswerResult)
	if err := c.call(ctx, "test", struct {
		Act string `json:"act"`
		TestAnswerInput
	}{"answer", input}, keyOf(options), answer); err != nil {
		return nil, err
	}
	return answer, nil
}

// TestPublish: Publishes a notice that only this customer sees. Webhook: notice.published.
// Refused as test_mode_only, member_not_linked, object_unknown, act_refused, request_in_progress, idempotency_key_reused.
func (c *Client) TestPublish(ctx context.Context, input TestPublishInput, options ...Option) (*TestPublishResult, error) {
	answer := new(TestPublishResult)
	if err := c.call(ctx, "test", struct {
		Act string `json:"act"`
		TestPublishInput
	}{"publish", input}, keyOf(options), answer); err != nil {
		return nil, err
	}
	return answer, nil
}

// TestPay: Pays all parts of an order that are still due. Webhook: order.paid.
// Refused as test_mode_only, member_not_linked, object_unknown, act_refused, request_in_progress, idempotency_key_reused.
func (c *Client) TestPay(ctx context.Context, input TestPayInput, options ...Option) (*TestPayResult, error) {
	answer := new(TestPayResult)
	if err := c.call(ctx, "test", struct {
		Act string `json:"act"`
		TestPayInput
	}{"pay", input}, keyOf(options), answer); err != nil {
		return nil, err
	}
	return answer, nil
}

// TestRefund: Refunds a paid order in full. Webhook: order.refunded.
// Refused as test_mode_only, member_not_linked, object_unknown, act_refused, request_in_progress, idempotency_key_reused.
func (c *Client) TestRefund(ctx context.Context, input TestRefundInput, options ...Option) (*TestRefundResult, error) {
	answer := new(TestRefundResult)
	if err := c.call(ctx, "test", struct {
		Act string `json:"act"`
		TestRefundInput
	}{"refund", input}, keyOf(options), answer); err != nil {
		return nil, err
	}
	return answer, nil
}

// TestAdvance: Lets days pass for the customer: rent, expiry of orders and machines, waiting periods, coins.
// Refused as test_mode_only, member_not_linked, object_unknown, act_refused, request_in_progress, idempotency_key_reused.
func (c *Client) TestAdvance(ctx context.Context, input TestAdvanceInput, options ...Option) (*TestAdvanceResult, error) {
	answer := new(TestAdvanceResult)
	if err := c.call(ctx, "test", struct {
		Act string `json:"act"`
		TestAdvanceInput
	}{"advance", input}, keyOf(options), answer); err != nil {
		return nil, err
	}
	return answer, nil
}

// TestUnlink: Ends the link, as the customer can. Webhook: link.ended.
// Refused as test_mode_only, member_not_linked, object_unknown, act_refused, request_in_progress, idempotency_key_reused.
func (c *Client) TestUnlink(ctx context.Context, input TestUnlinkInput, options ...Option) (*TestUnlinkResult, error) {
	answer := new(TestUnlinkResult)
	if err := c.call(ctx, "test", struct {
		Act string `json:"act"`
		TestUnlinkInput
	}{"unlink", input}, keyOf(options), answer); err != nil {
		return nil, err
	}
	return answer, nil
}
