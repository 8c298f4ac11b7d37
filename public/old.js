// Only engines without modules, which can run nothing else of ours, load this: they say so, in every language (tools/build/app.mjs).
document.documentElement.className = 'failed';
document.querySelector('p.failed').innerHTML = '{{update}}';
