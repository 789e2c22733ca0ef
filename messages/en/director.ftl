### The director's page of a stream: cards on air, cards that follow

director-title = Director
director-on-air = On air
director-nothing = Nothing
director-next = Next
director-none-next = No card is waiting.
director-show-pin = Show and pin
director-drop = Drop
director-resume = Resume
director-hold = Hold
director-skip = Skip
director-pin = Pin
director-unpin = Unpin
director-overlays = Overlays and their URLs
