package com.cloudphone.embed

import android.annotation.SuppressLint
import android.content.Context
import android.net.Uri
import android.util.AttributeSet
import android.webkit.WebResourceRequest
import android.webkit.WebResourceResponse
import android.webkit.WebView
import android.webkit.WebViewClient
import androidx.browser.customtabs.CustomTabsIntent
import androidx.lifecycle.DefaultLifecycleObserver
import androidx.lifecycle.LifecycleOwner
import androidx.webkit.WebViewAssetLoader
import androidx.webkit.WebViewCompat
import androidx.webkit.WebViewFeature
import org.json.JSONObject

/**
 * A WebView that shows a page with embeds: one of your server, or `assets/<name>` of the app, which then has the origin
 * https://appassets.androidplatform.net. Put that origin into your partner record.
 *
 * Links that leave the embed open in a Custom Tab, where members see the address and have their own session. When the app is active
 * again, every embed of the page refreshes: add the view to the lifecycle with `lifecycle.addObserver(view)`.
 *
 * Needs androidx.webkit 1.8 and androidx.browser 1.7.
 */
class CloudphoneWebView @JvmOverloads constructor(context: Context, attributes: AttributeSet? = null) :
    WebView(context, attributes), DefaultLifecycleObserver {

    private val assets = WebViewAssetLoader.Builder()
        .addPathHandler("/assets/", WebViewAssetLoader.AssetsPathHandler(context))
        .build()
    private var home: Uri = Uri.EMPTY

    /** Called for each address that leaves the embed; return true if the app has opened it itself. `reason`: app, link, connect, confirm. */
    var onLeave: (url: Uri, reason: String) -> Boolean = { _, _ -> false }

    init {
        @SuppressLint("SetJavaScriptEnabled")
        settings.javaScriptEnabled = true
        // The page in the app has an origin of its own: it must not read files, nor files it.
        settings.allowFileAccess = false
        settings.allowContentAccess = false
        webViewClient = Client()
    }

    /** Shows a page of your server. */
    fun show(url: String) {
        home = Uri.parse(url)
        require(home.scheme == "https") { "The page must have an https address" }
        listen()
        loadUrl(url)
    }

    /** Shows a page of the app's assets. */
    fun showAsset(name: String) = show("https://${WebViewAssetLoader.DEFAULT_DOMAIN}/assets/$name")

    private fun originOf(url: Uri) = "${url.scheme}://${url.authority}"

    /** The page tells the app of `cp-leave`. The message port exists in the main frame of this origin only. */
    private fun listen() {
        if (!WebViewFeature.isFeatureSupported(WebViewFeature.WEB_MESSAGE_LISTENER)) return
        WebViewCompat.addWebMessageListener(this, "cloudphoneApp", setOf(originOf(home))) { _, message, _, isMainFrame, _ ->
            if (!isMainFrame) return@addWebMessageListener
            val told = JSONObject(message.data ?: "{}")
            open(Uri.parse(told.optString("url")), told.optString("reason"))
        }
        if (WebViewFeature.isFeatureSupported(WebViewFeature.DOCUMENT_START_SCRIPT)) {
            WebViewCompat.addDocumentStartJavaScript(this, LEAVE, setOf(originOf(home)))
        }
    }

    private fun open(url: Uri, reason: String) {
        if (url.scheme != "https" || onLeave(url, reason)) return
        CustomTabsIntent.Builder().build().launchUrl(context, url)
    }

    override fun onResume(owner: LifecycleOwner) {
        evaluateJavascript(REFRESH, null)
    }

    private inner class Client : WebViewClient() {
        override fun shouldInterceptRequest(view: WebView, request: WebResourceRequest): WebResourceResponse? =
            assets.shouldInterceptRequest(request.url)

        /** The view stays on its page: everything else opens outside it. */
        override fun shouldOverrideUrlLoading(view: WebView, request: WebResourceRequest): Boolean {
            if (!request.isForMainFrame || originOf(request.url) == originOf(home)) return false
            open(request.url, "link")
            return true
        }
    }

    private companion object {
        const val LEAVE = """addEventListener('cp-leave', (event) => {
            event.preventDefault();
            cloudphoneApp.postMessage(JSON.stringify(event.detail));
        });"""
        const val REFRESH = """for (const one of document.querySelectorAll('*'))
            if (one.localName.startsWith('cloudphone-') && one.refresh) one.refresh();"""
    }
}
