// Only engines without modules, which can run nothing else of ours, load this: they say so.
document.documentElement.className = 'failed';
document.querySelector('p.failed').innerHTML =
  'Please update your browser to use Cloudphone.<br>请升级浏览器后使用云手机。';
