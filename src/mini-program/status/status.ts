/** What a native page has to say, what can be done about it, and the way back. */
Component({
  properties: { text: String, action: String, back: String },
  methods: {
    onAction() {
      this.triggerEvent('action');
    },
    onBack() {
      this.triggerEvent('back');
    },
  },
});
