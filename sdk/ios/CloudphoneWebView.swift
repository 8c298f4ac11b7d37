import SafariServices
import UIKit
import WebKit

/// A view controller that shows a page with embeds: one of your server, or HTML of the app under a base address of yours.
///
/// Links that leave the embed open in SFSafariViewController, where members see the address and have their own session. When the app is
/// active again, every embed of the page refreshes. Needs iOS 14.
public final class CloudphoneWebView: UIViewController, WKNavigationDelegate, WKUIDelegate, WKScriptMessageHandler {
  /// Called for each address that leaves the embed; return true if the app has opened it itself. `reason`: app, link, connect, confirm.
  public var onLeave: (_ url: URL, _ reason: String) -> Bool = { _, _ in false }

  private let home: URL
  private let html: String?
  private var webView: WKWebView!

  /// Shows a page of your server.
  public convenience init(url: URL) {
    self.init(home: url, html: nil)
  }

  /// Shows HTML of the app. `base` is an https address of yours that serves nothing else: its origin belongs into your partner record.
  public convenience init(html: String, base: URL) {
    self.init(home: base, html: html)
  }

  private init(home: URL, html: String?) {
    precondition(home.scheme == "https", "The page must have an https address")
    self.home = home
    self.html = html
    super.init(nibName: nil, bundle: nil)
  }

  @available(*, unavailable)
  required init?(coder: NSCoder) {
    fatalError("init(coder:) is not supported")
  }

  public override func loadView() {
    let configuration = WKWebViewConfiguration()
    let content = configuration.userContentController
    content.addUserScript(WKUserScript(source: Self.leave, injectionTime: .atDocumentStart, forMainFrameOnly: true))
    content.add(Weak(self), name: "cloudphone")
    webView = WKWebView(frame: .zero, configuration: configuration)
    webView.navigationDelegate = self
    webView.uiDelegate = self
    view = webView
  }

  public override func viewDidLoad() {
    super.viewDidLoad()
    if let html = html {
      webView.loadHTMLString(html, baseURL: home)
    } else {
      webView.load(URLRequest(url: home))
    }
    let center = NotificationCenter.default
    center.addObserver(self, selector: #selector(refresh), name: UIApplication.didBecomeActiveNotification, object: nil)
  }

  @objc private func refresh() {
    webView.evaluateJavaScript(Self.refreshAll)
  }

  private func open(_ url: URL, reason: String) {
    guard url.scheme == "https", !onLeave(url, reason) else { return }
    present(SFSafariViewController(url: url), animated: true)
  }

  private func isHome(_ origin: WKSecurityOrigin) -> Bool {
    origin.protocol == "https" && origin.host == home.host && origin.port == (home.port ?? 0)
  }

  public func userContentController(_: WKUserContentController, didReceive message: WKScriptMessage) {
    guard message.frameInfo.isMainFrame, isHome(message.frameInfo.securityOrigin),
      let told = message.body as? [String: String], let url = URL(string: told["url"] ?? "")
    else { return }
    open(url, reason: told["reason"] ?? "link")
  }

  /// The view stays on its page: everything else opens outside it.
  public func webView(
    _: WKWebView, decidePolicyFor action: WKNavigationAction, decisionHandler: @escaping (WKNavigationActionPolicy) -> Void
  ) {
    guard let url = action.request.url, action.targetFrame?.isMainFrame == true else { return decisionHandler(.allow) }
    if url.scheme == home.scheme, url.host == home.host, url.port == home.port { return decisionHandler(.allow) }
    decisionHandler(.cancel)
    open(url, reason: "link")
  }

  /// target=_blank does nothing in a WKWebView of its own.
  public func webView(
    _: WKWebView, createWebViewWith _: WKWebViewConfiguration, for action: WKNavigationAction, windowFeatures _: WKWindowFeatures
  ) -> WKWebView? {
    if let url = action.request.url { open(url, reason: "link") }
    return nil
  }

  /// The content controller keeps its handlers: without this, the view controller would never end.
  private final class Weak: NSObject, WKScriptMessageHandler {
    private weak var handler: WKScriptMessageHandler?

    init(_ handler: WKScriptMessageHandler) {
      self.handler = handler
    }

    func userContentController(_ controller: WKUserContentController, didReceive message: WKScriptMessage) {
      handler?.userContentController(controller, didReceive: message)
    }
  }

  private static let leave = """
    addEventListener('cp-leave', (event) => {
      event.preventDefault();
      webkit.messageHandlers.cloudphone.postMessage({ url: event.detail.url, reason: event.detail.reason });
    });
    """
  private static let refreshAll = """
    for (const one of document.querySelectorAll('*'))
      if (one.localName.startsWith('cloudphone-') && one.refresh) one.refresh();
    """
}
