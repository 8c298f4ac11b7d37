document.documentElement.className = 'old';
